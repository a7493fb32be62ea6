-- SPDX-License-Identifier: MIT
-- The queue of a resource at a node, or of all its slots, in two sections. `base` is
-- the beginning of its keys. Both keys expire by themselves, two leases after the last
-- request for an entry.

-- section entries
--
-- The order of the queue is that of a sorted set of the waiters' tokens, by their
-- tickets. A hash has the rest of each entry, by token:
--
--     valid_until_ms|px_ms|flags|generation
--     valid_until_ms|px_ms|flags|generation|w     a reader that was notified
local queue, entries = base .. 'queue', base .. 'entry'

-- Tokens to remove with the next look at the queue; and how many expired entries this
-- script has removed: at most 64.
local leaving, dropped = {}, 0

local function remove()
    if #leaving > 0 then
        call('ZREM', queue, unpack(leaving))
        call('HDEL', entries, unpack(leaving))
        leaving = {}
    end
end

-- An entry is valid until its lease ends. One that seems to be valid for longer is
-- from before this clock was set back.
local function valid(record)
    local till, px, flags, generation, notified =
        string.match(record or '', '^(%d+)|(%d+)|(%d+)|(%d+)|?(w?)$')
    local rest = (tonumber(till) or 0) - math.floor(us / 1000)
    if rest > 0 and rest <= ENTRY_LEASE_MS then
        return px, flags, generation, notified == 'w'
    end
end

-- The first valid entry but that of one token. Removes the tokens that are leaving,
-- and the expired entries before it.
local function first_valid(but)
    remove()
    local rank, first = 0, nil
    while dropped < 64 and not first do
        local found = call('ZRANGE', queue, rank, rank, 'WITHSCORES')
        if not found[1] then
            break
        end
        if found[1] ~= but then
            local px, flags, generation = valid(call('HGET', entries, found[1]))
            if px then
                first = {ticket = found[2], px = px, flags = flags,
                    generation = generation, token = found[1]}
            else
                leaving[#leaving + 1] = found[1]
                dropped = dropped + 1
            end
        end
        rank = rank + 1
    end
    remove()
    return first
end

-- An entry as redlock/runtime/handoff.h reads it; '': none.
local function words(entry)
    return entry and string.format('%.0f %s %s %s %s', entry.ticket, entry.px,
        entry.flags, entry.generation, entry.token) or ''
end

-- section notify
--
-- Messages to waiters that come in by their own request. They keep their entries,
-- which hold back later waiters, until that request is granted. A waiter that nobody
-- listens for loses its entry. A user without the right to the queue notifies nobody.

-- How many clients received it. Nothing is handed over, so it names no memory.
local function notify(waiter, generation)
    return redis.pcall('PUBLISH', CHANNEL_PREFIX .. string.sub(waiter, 1, 32),
        string.format('00000000 %.0f %s %d 0 %s', us, generation, PUSH_ALONE,
            waiter))
end

-- The lock is free: notifies the first waiter that listens.
local function wake()
    local count = redis.pcall('ZCARD', queue)
    for _ = 1, type(count) == 'number' and count > 0 and 16 or 0 do
        local first = first_valid()
        if not first then
            break
        end
        local received = notify(first.token, first.generation)
        if type(received) ~= 'number' or received > 0 then
            break
        end
        leaving = {first.token}
        remove()
    end
end

-- Readers hold the lock: notifies, each once, the readers at the head of the queue,
-- before the first waiter that wants it alone. there: the value of the key.
local function admit(there)
    local count = redis.pcall('ZCARD', queue)
    if there ~= BADGE_READERS or type(count) ~= 'number' then
        return
    end
    local rank, notified = 0, 0
    while rank < math.min(count, 64) and notified < 16 do
        local waiter = call('ZRANGE', queue, rank, rank)[1]
        local record = waiter and call('HGET', entries, waiter)
        local px, flags, generation, was_notified = valid(record)
        if px and bit.band(flags, ENTRY_SHARES) == 0 then
            break
        end
        if px and not was_notified then
            local received = notify(waiter, generation)
            if received == 0 then
                leaving[#leaving + 1] = waiter
            elseif type(received) ~= 'number' then
                break
            else
                call('HSET', entries, waiter, record .. '|w')
                notified = notified + 1
            end
        end
        rank = rank + 1
    end
    remove()
end
