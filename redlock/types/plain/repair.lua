-- SPDX-License-Identifier: MIT
-- As extend.lua, but restores the key if the node has lost it.
--
-- KEYS[1] resource, ARGV[1] token, ARGV[2] milliseconds
local holder = redis.call('GET', KEYS[1])
if not holder then
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    return STATUS_REPAIR + ANSWER_CREATED
end
local left = redis.call('PTTL', KEYS[1])
if holder ~= ARGV[1] then
    return {STATUS_REPAIR + ANSWER_HELD, 0, 0, 0, left,
        string.sub(holder, 1, HOLDER_MAX)}
end
if left < tonumber(ARGV[2]) then
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return STATUS_REPAIR + ANSWER_YES
