-- SPDX-License-Identifier: MIT
-- A grant that waits. KEYS are followed by those of the queue.
--
-- ARGV[9]  the ticket that the wait has; 0: none yet
-- ARGV[10] the generation of this request   ARGV[11] flags (push.h)
-- ARGV[12] 1: it claims, and passes those who wait
-- ARGV[13] the wait's token before this one; empty: none
-- include beginning.lua
-- include queue.lua
-- What is neither fenced nor guarded needs no right to INFO.
if fenced or ARGV[4] ~= '0' then
    -- include memory.lua
end
local token, old = ARGV[1], ARGV[13]
local marker, longest = quarantine()
if marker ~= '' then
    return answer(4, marker)
end
if longest then
    return answer(6, marker, 0, tonumber(longest))
end

-- The ticket that is filed here, also under the token before this one; and the
-- first who waits beside it.
local places = call('ZCARD', queue)
local filed, first
if places > 0 then
    filed = tonumber(call('ZSCORE', queue, token))
    if old ~= '' then
        filed = filed or tonumber(call('ZSCORE', queue, old))
        leaving[1] = old
    end
    first = first_living(token)
end

local owner = call('GET', KEYS[1])
local left = owner and call('PTTL', KEYS[1]) or -1
if owner == token then
    local number = 0
    if fenced then
        number = counter()
        store(number)
    end
    if left < tonumber(ARGV[2]) then
        call('PEXPIRE', KEYS[1], ARGV[2])
    end
    return answer(1, marker, number, nil, words(first))
end

-- A ticket from a clock that is ahead puts nobody behind those who come later.
local ticket = filed or us
if not filed and places > 0 then
    local last = call('ZRANGE', queue, -1, -1, 'WITHSCORES')[2]
    ticket = math.max(us, (tonumber(last) or 0) + 1)
end
if ARGV[9] ~= '0' then
    ticket = math.min(ticket, tonumber(ARGV[9]))
end

-- Is somebody before it? After so many that were dropped nobody knows.
local function is_later()
    if not first then
        return dropped >= 64
    end
    local theirs = tonumber(first[1])
    return theirs < ticket or theirs == ticket and first[5] < token
end

if not owner and (ARGV[12] == '1' or not is_later()) then
    local number = 0
    if fenced then
        number = counter() + 1
        store(number)
    end
    call('SET', KEYS[1], token, 'PX', ARGV[2])
    if filed then
        leaving[1] = token
        take_out()
    end
    return {1, us, fenced and 4 or 0, number, -1, words(first)}
end

owner = string.sub(owner or '', 1, 127)
if bit.band(ARGV[11], 8) ~= 0 or not filed and places >= 10000 then
    return answer(3, marker, 0, left, owner)
end
-- Each key gets its end before the next one is written, and is not left without
-- one: a right that is missing leaves nothing behind. The first write is one
-- that is refused where memory is short.
call('ZADD', queue, string.format('%.0f', ticket), token)
local ended = redis.pcall('PEXPIRE', queue, 2 * lease_ms)
if type(ended) == 'table' then
    call('ZREM', queue, token)
    return ended
end
call('HSET', place, token, string.format('%.0f|%s|%s|%s',
    math.floor(us / 1000) + lease_ms, ARGV[2], ARGV[11], ARGV[10]))
call('PEXPIRE', place, 2 * lease_ms)
return {7, us, 8 * call('ZRANK', queue, token), ticket, left, owner}
