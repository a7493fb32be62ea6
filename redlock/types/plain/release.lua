-- SPDX-License-Identifier: MIT
-- Deletes the key if it has this token.
--
-- KEYS[1] resource, ARGV[1] token
local holder = redis.call('GET', KEYS[1])
if not holder then
    return ANSWER_MISSING
end
if holder ~= ARGV[1] then
    return {ANSWER_HELD, 0, 0, 0, redis.call('PTTL', KEYS[1]),
        string.sub(holder, 1, HOLDER_MAX)}
end
redis.call('DEL', KEYS[1])
return ANSWER_YES
