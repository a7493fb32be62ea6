-- SPDX-License-Identifier: MIT
-- Who holds the resource, and for how long? Where a party does: how many? And
-- how many wait for it here? Where nobody has it as a whole, but some have slots
-- of it: how many are there, and taken?
--
-- KEYS[1] resource
-- 0: nobody; 3: whose token is told, or the badge; 8: it has slots
local owner = redis.call('GET', KEYS[1])
local badge, sharing, waits = owner or '', 0, 0
local many, taken = 0, 0
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
pcall(function()
    local base = '{' .. KEYS[1] .. '}:slot'
    many = not owner and tonumber(redis.call('GET', base .. 's')) or 0
    for number = 0, math.min(many, 1024) - 1 do
        taken = taken + (redis.call('GET', base .. ':' .. number) and 1 or 0)
    end
end)
local counts = 8 * (sharing + taken) + 134217728 * waits
if owner then
    return {3, 0, counts, 0, redis.call('PTTL', KEYS[1]),
        string.sub(owner, 1, 127)}
elseif taken > 0 then
    return {8, 0, counts, many, -1, ''}
end
return waits > 0 and {0, 0, counts, 0, -1, ''} or 0
