-- SPDX-License-Identifier: MIT
-- As extend.lua, but a node that has lost the key gets it back.
--
-- KEYS[1] resource, ARGV[1] token, ARGV[2] milliseconds
-- 21: extended; 22: created; 23: another's
local owner = redis.call('GET', KEYS[1])
if not owner then
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    return 22
end
local left = redis.call('PTTL', KEYS[1])
if owner ~= ARGV[1] then
    return {23, 0, 0, 0, left, string.sub(owner, 1, 127)}
end
if left < tonumber(ARGV[2]) then
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 21
