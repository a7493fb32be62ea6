-- SPDX-License-Identifier: MIT
-- Deletes the key if it holds this token.
--
-- KEYS[1] resource, ARGV[1] token
-- 1: deleted; 0: no key; 3: another's
local owner = redis.call('GET', KEYS[1])
if not owner then
    return 0
end
if owner ~= ARGV[1] then
    return {3, 0, 0, 0, redis.call('PTTL', KEYS[1]),
        string.sub(owner, 1, 127)}
end
redis.call('DEL', KEYS[1])
return 1
