-- SPDX-License-Identifier: MIT
-- Who holds the resource, and for how long? Where a party does: how many? And
-- how many wait for it here?
--
-- KEYS[1] resource
-- 0: nobody; 3: whose token is told, or the badge
local owner = redis.call('GET', KEYS[1])
local badge, sharing, waits = owner or '', 0, 0
-- A user who may not know these is told the rest.
if string.sub(badge, 1, 8) == 'redlock:' then
    pcall(function()
        local call = redis.call
        local time = call('TIME')
        local us = time[1] * 1000000 + time[2]
        -- include members.lua
        sharing = count()
    end)
end
pcall(function()
    -- include waiting.lua
    waits = waiting(KEYS[1], 1000)
end)
local counts = 8 * sharing + 134217728 * waits
if not owner then
    return waits > 0 and {0, 0, counts, 0, -1, ''} or 0
end
return {3, 0, counts, 0, redis.call('PTTL', KEYS[1]),
    string.sub(owner, 1, 127)}
