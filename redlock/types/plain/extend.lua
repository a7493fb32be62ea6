-- SPDX-License-Identifier: MIT
-- Extends the TTL of this token's key. Never shortens it, so that a delayed extension
-- does not undo a later one. Never creates the key.
--
-- KEYS[1] resource, ARGV[1] token, ARGV[2] milliseconds
local holder = redis.call('GET', KEYS[1])
if not holder then
    return STATUS_EXTEND + ANSWER_MISSING
end
local left = redis.call('PTTL', KEYS[1])
if holder ~= ARGV[1] then
    return {STATUS_EXTEND + ANSWER_HELD, 0, 0, 0, left,
        string.sub(holder, 1, HOLDER_MAX)}
end
if left < tonumber(ARGV[2]) then
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return STATUS_EXTEND + ANSWER_YES
