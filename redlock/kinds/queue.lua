-- SPDX-License-Identifier: MIT
-- What the scripts that look at a queue have after beginning.lua: the places of
-- those who wait at this node. Their order is the queue's, a sorted set of tokens by their
-- tickets; what else is known of a token is a field of the hash beside it:
--
--     lease_until_ms|px_ms|flags|generation
--     lease_until_ms|px_ms|flags|generation|w     it was told to come in
--
-- The two keys are the last of KEYS. Both expire by themselves, two leases after
-- anybody has asked for a place.
local queue, place = KEYS[#KEYS - 1], KEYS[#KEYS]
local lease_ms = 2000

-- Tokens that are taken out with the next look at the queue, and how many of
-- them were there with their lease over: at most 64 a script.
local leaving = {}
local dropped = 0

local function take_out()
    if #leaving > 0 then
        call('ZREM', queue, unpack(leaving))
        call('HDEL', place, unpack(leaving))
        leaving = {}
    end
end

-- A place lives until its lease is over; one that seems to live longer than a
-- lease is from before this clock was set back.
local function lives(record)
    local till, px, flags, generation, woken =
        string.match(record or '', '^(%d+)|(%d+)|(%d+)|(%d+)|?(w?)$')
    local left = (tonumber(till) or 0) - math.floor(us / 1000)
    if left > 0 and left <= lease_ms then
        return px, flags, generation, woken == 'w'
    end
end

-- The first living place but that of one token, in the order of a successor's
-- words (redlock/runtime/push.h). Nobody is left in the queue who was to leave,
-- nor the dead before that place.
local function first_living(but)
    take_out()
    local rank, first = 0, nil
    while dropped < 64 and not first do
        local found = call('ZRANGE', queue, rank, rank, 'WITHSCORES')
        local token = found[1]
        if not token then
            break
        end
        if token ~= but then
            local px, flags, generation = lives(call('HGET', place, token))
            if px then
                first = {string.format('%.0f', found[2]), px, flags,
                    generation, token}
            else
                leaving[#leaving + 1] = token
                dropped = dropped + 1
            end
        end
        rank = rank + 1
    end
    take_out()
    return first
end

-- As a text; empty: there is none.
local function words(successor)
    return successor and table.concat(successor, ' ') or ''
end
