-- SPDX-License-Identifier: MIT
-- Who holds the resource, and for how long? Where several share it: how many?
--
-- KEYS[1] resource
-- 0: nobody; 3: whose token is told, or the badge
local owner = redis.call('GET', KEYS[1])
if not owner then
    return 0
end
local sharing = 0
if owner == 'redlock:shared' then
    -- A user who may not know it is told the rest.
    pcall(function()
        local call = redis.call
        local time = call('TIME')
        local us = time[1] * 1000000 + time[2]
        -- include members.lua
        sharing = count()
    end)
end
return {3, 0, 8 * sharing, 0, redis.call('PTTL', KEYS[1]),
    string.sub(owner, 1, 127)}
