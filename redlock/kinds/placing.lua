-- SPDX-License-Identifier: MIT
-- What the scripts of those who ask for a place have after queue.lua, and after
-- the memory was judged: the ticket that the token has here, who waits before
-- it, and how it gets its place. Before it a local old: the wait's token before
-- this one; empty: none.
--
-- ARGV[9]  the ticket that the wait has; 0: none yet
-- ARGV[10] the generation of this request   ARGV[11] flags (push.h)
-- ARGV[12] 1: it claims, and passes those who wait
local token = ARGV[1]

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

-- A ticket from a clock that is ahead puts nobody behind those who come later.
local function draw_ticket()
    local ticket = filed or us
    if not filed and places > 0 then
        local last = call('ZRANGE', queue, -1, -1, 'WITHSCORES')[2]
        ticket = math.max(us, (tonumber(last) or 0) + 1)
    end
    if ARGV[9] ~= '0' then
        ticket = math.min(ticket, tonumber(ARGV[9]))
    end
    return ticket
end

-- Is somebody before it, whom it does not pass? After so many that were dropped
-- nobody knows.
local function is_later(ticket)
    if ARGV[12] == '1' then
        return false
    end
    if not first then
        return dropped >= 64
    end
    local theirs = tonumber(first[1])
    return theirs < ticket or theirs == ticket and first[5] < token
end

-- Gives it its place, or refuses it one; the answer. owner: who has the key, for
-- so many milliseconds; nil: nobody. Who gets none is told whether others wait.
local function wait_here(ticket, owner, left)
    owner = string.sub(owner or '', 1, 127)
    if bit.band(ARGV[11], 8) ~= 0 or not filed and places >= 10000 then
        local waits = first or dropped >= 64
        return {verb + 3, us, waits and 134217728 or 0, 0, left, owner}
    end
    -- Each key gets its end before the next one is written, and is not left
    -- without one: a right that is missing leaves nothing behind. The first
    -- write is one that is refused where memory is short.
    call('ZADD', queue, string.format('%.0f', ticket), token)
    local ended = redis.pcall('PEXPIRE', queue, 2 * lease_ms)
    if type(ended) == 'table' then
        call('ZREM', queue, token)
        return ended
    end
    call('HSET', place, token, string.format('%.0f|%s|%s|%s',
        math.floor(us / 1000) + lease_ms, ARGV[2], ARGV[11], ARGV[10]))
    call('PEXPIRE', place, 2 * lease_ms)
    return {verb + 7, us, 8 * call('ZRANK', queue, token), ticket, left, owner}
end
