-- SPDX-License-Identifier: MIT
-- Who holds the resource, and for how long?
--
-- KEYS[1] resource
-- 0: nobody; {milliseconds left, token}
local owner = redis.call('GET', KEYS[1])
if not owner then
    return 0
end
return {redis.call('PTTL', KEYS[1]), string.sub(owner, 1, 127)}
