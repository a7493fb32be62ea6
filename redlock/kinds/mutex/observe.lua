-- SPDX-License-Identifier: MIT
-- Who holds the resource, for how long, and where does its counter stand?
--
-- KEYS[1] resource, KEYS[2] its counter
-- 0: nobody; 3: whose token is told
local owner = redis.call('GET', KEYS[1])
if not owner then
    return 0
end
local counter = redis.call('GET', KEYS[2]) or ''
return {3, 0, 0, tonumber(string.match(counter, '^(%d+)|')) or 0,
    redis.call('PTTL', KEYS[1]), string.sub(owner, 1, 127)}
