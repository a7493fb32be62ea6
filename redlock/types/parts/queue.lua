-- SPDX-License-Identifier: MIT
-- The queue of a resource, or of all its slots, at a node. `base` is the beginning of
-- its keys. Both keys expire by themselves, two leases after the last request for an
-- entry.

-- section entries
--
-- A sorted set has the waiters' tokens, by their tickets. A hash has the rest of each
-- entry, by token:
--
--     valid_until_ms|px_ms|flags|generation
--     valid_until_ms|px_ms|flags|generation|w     a reader that was notified
local queue, entries = base .. 'queue', base .. 'entry'

-- The tokens that the next remove() removes; and the number of expired entries that
-- this script has removed: at most 64.
local leaving, dropped = {}, 0

local function remove()
    if #leaving > 0 then
        call('ZREM', queue, unpack(leaving))
        call('HDEL', entries, unpack(leaving))
        leaving = {}
    end
end

-- An entry is valid until its lease ends. An entry that seems to be valid for longer
-- was stored before the node's clock was set back.
local function valid(record)
    local till, px, flags, generation, notified =
        string.match(record or '', '^(%d+)|(%d+)|(%d+)|(%d+)|?(w?)$')
    local rest = (tonumber(till) or 0) - math.floor(us / 1000)
    if rest > 0 and rest <= ENTRY_LEASE_MS then
        return px, flags, generation, notified == 'w'
    end
end

-- The first valid entry except that of `but`. Removes the leaving tokens, and expired
-- entries before it.
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

-- The entry in the form that redlock/runtime/handoff.h reads; '': none.
local function words(entry)
    return entry and string.format('%.0f %s %s %s %s', entry.ticket, entry.px,
        entry.flags, entry.generation, entry.token) or ''
end

-- section notify
--
-- Notifies waiters, which then claim the lock by their own requests. Their entries hold
-- back later waiters until such a request is granted. If no client receives the
-- message, the entry is removed. Without the right to the queue no waiter is notified.

-- Returns how many clients received the message. It hands no key over, so it names no
-- memory.
local function notify(waiter, generation)
    return redis.pcall('PUBLISH', CHANNEL_PREFIX .. string.sub(waiter, 1, 32),
        string.format('00000000 %.0f %s %d 0 %s', us, generation, HANDOFF_ALONE,
            waiter))
end

-- The lock is free: notifies the first waiter whose client receives the message.
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

-- Readers hold the lock: notifies the readers before the first exclusive waiter in the
-- queue, each of them once. there: the value of the key.
local function admit(there)
    local count = redis.pcall('ZCARD', queue)
    if there ~= PLACEHOLDER_READERS or type(count) ~= 'number' then
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
