-- SPDX-License-Identifier: MIT
-- Lets the key of this token live ARGV[2] ms from now, if that is longer than
-- it has left: a delayed extension must not shorten a later one. Never
-- creates the key.
--
-- KEYS[1] resource, ARGV[1] token, ARGV[2] milliseconds
-- 11: done; 10: no key; 13: another's
local owner = redis.call('GET', KEYS[1])
if not owner then
    return 10
end
local left = redis.call('PTTL', KEYS[1])
if owner ~= ARGV[1] then
    return {13, 0, 0, 0, left, string.sub(owner, 1, 127)}
end
if left < tonumber(ARGV[2]) then
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 11
