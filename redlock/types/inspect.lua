-- SPDX-License-Identifier: MIT
-- Who holds the resource, for how long, how many share it, and how many wait for it?
-- If nobody has it as a whole, but slots of it are held: how many slots are there, and
-- how many are taken?
--
-- KEYS[1] resource
local holder = redis.call('GET', KEYS[1])
local sharing, waits, many, taken = 0, 0, 0, 0
-- A user without the rights to the counts still gets the rest.
if string.sub(holder or '', 1, 8) == 'redlock:' then
    pcall(function()
        -- include counts.lua members
        sharing = count_members(KEYS[1])
    end)
end
pcall(function()
    -- include counts.lua waiters
    waits = count_waiters(KEYS[1], 1000)
end)
pcall(function()
    local base = '{' .. KEYS[1] .. '}:slot'
    many = not holder and tonumber(redis.call('GET', base .. 's')) or 0
    for number = 0, math.min(many, 1024) - 1 do
        taken = taken + (redis.call('GET', base .. ':' .. number) and 1 or 0)
    end
end)
local counts = REPLY_COUNT * (sharing + taken) + REPLY_WAITER * waits
if holder then
    return {ANSWER_HELD, 0, counts, 0, redis.call('PTTL', KEYS[1]),
        string.sub(holder, 1, HOLDER_MAX)}
elseif taken > 0 then
    return {ANSWER_SLOTS, 0, counts, many, -1, ''}
end
return waits > 0 and {ANSWER_MISSING, 0, counts, 0, -1, ''} or ANSWER_MISSING
