-- SPDX-License-Identifier: MIT
-- How do these resources stand here?
--
-- ARGV the resources, at most 20: as keys of the command one that the user may
-- not read would have all of them refused.
-- A text: for each of them, whether it has a key (k; n: none; d: this user may
-- not read it), for how many milliseconds more, how many share it, how many wait,
-- how many slots are taken and of how many, and the key's value, with its length
-- and a colon before it.
-- include counts.lua members
-- include counts.lua waiters
local told, budget = {}, 2000

local function slots_of(resource)
    local slots = redis.call('GETRANGE', '{' .. resource .. '}:slots', 0, 15)
    local most, taken = tonumber(string.match(slots, '^%d+')) or 0, 0
    if most > 1024 or most > budget then
        return 0, 0
    end
    budget = budget - most
    for i = 0, most - 1 do
        if redis.call('PTTL', '{' .. resource .. '}:slot:' .. i) ~= -2 then
            taken = taken + 1
        end
    end
    return taken, most
end

-- What the user may not read is told as nothing.
local function numbers(allowed, first, second)
    return allowed and first or 0, allowed and second or 0
end

for i, name in ipairs(ARGV) do
    local value = redis.pcall('GETRANGE', name, 0, 126)
    local state, ms, members = 'n', -1, 0
    if type(value) == 'table' then
        state, value = 'd', ''
    elseif value ~= '' then
        state, ms = 'k', redis.call('PTTL', name)
    end
    if string.sub(value, 1, 8) == 'redlock:' then
        members = numbers(pcall(count_members, name))
    end
    local waits, looked = numbers(pcall(count_waiters, name, math.max(budget, 1)))
    budget = budget - looked
    local taken, slots = numbers(pcall(slots_of, name))
    told[i] = string.format('%s %d %d %d %d %d %d:', state, ms, members, waits,
        taken, slots, #value) .. value
end
return table.concat(told)
