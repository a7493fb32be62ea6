-- SPDX-License-Identifier: MIT
-- The state of these resources at this node.
--
-- ARGV the resources, at most 20: as keys of the command, one that the user may not
-- read would have all of them refused.
-- A text. For each resource: whether it has a key (k; n: none; d: the user may not
-- read it), its remaining milliseconds, how many tokens share it, how many wait, how
-- many slots are taken, of how many, and the length of the key's value; then a colon
-- and the value.
-- include counts.lua members
-- include counts.lua waiters
local reported, budget = {}, 2000

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

-- What the user may not read is reported as 0.
local function numbers(allowed, first, second)
    return allowed and first or 0, allowed and second or 0
end

for i, name in ipairs(ARGV) do
    local value = redis.pcall('GETRANGE', name, 0, HOLDER_MAX - 1)
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
    reported[i] = string.format('%s %d %d %d %d %d %d:', state, ms, members, waits,
        taken, slots, #value) .. value
end
return table.concat(reported)
