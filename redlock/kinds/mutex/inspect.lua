-- SPDX-License-Identifier: MIT
-- Who holds the resource, and for how long?
--
-- KEYS[1] resource
-- 0: nobody; 3: whose token is told
local owner = redis.call('GET', KEYS[1])
if not owner then
    return 0
end
return {3, 0, 0, 0, redis.call('PTTL', KEYS[1]),
    string.sub(owner, 1, 127)}
