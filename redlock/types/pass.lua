-- SPDX-License-Identifier: MIT
-- A release of an exclusive lock that hands it over to a waiter.
--
-- ARGV token fences guards, and the next waiter, as redlock/runtime/handoff.h writes it;
-- left out: none is named
--
-- The common case, without waiters and without a number to take back, is a release.
local call, token, key, fences = redis.call, ARGV[1], KEYS[1], ARGV[2] or ''
if not ARGV[4] and (fences == '' or string.sub(fences, 1, 2) == '0 ') and
    call('ZCARD', '{' .. key .. '}:queue') == 0 then
    local holder = call('GET', key)
    if holder == token then
        call('DEL', key)
        return ANSWER_YES
    end
    return holder and {ANSWER_HELD, 0, 0, 0, call('PTTL', key),
        string.sub(holder, 1, HOLDER_MAX)} or ANSWER_MISSING
end

local base, guards = '{' .. key .. '}:', ARGV[3] or ''
-- include lock.lua request
local replid, born
-- include lock.lua memory
-- include queue.lua entries
local named
if ARGV[4] then
    local ticket, px, flags, generation, successor =
        string.match(ARGV[4], '^(%d+) (%d+) (%d+) (%d+) (.+)$')
    named = {ticket = ticket, px = px, flags = flags, generation = generation,
        token = successor}
end

-- Removes the entries first, whatever the key's value is. This write needs no memory,
-- and after it a server that is short of memory refuses no other write of the script.
-- An entry that outlives its hand-off would be handed the key once more.
leaving = {token, named and named.token}
local vacated = call('ZREM', queue, unpack(leaving)) > 0
if vacated then
    if named then
        local newer = string.match(call('HGET', entries, named.token) or '',
            '^%d+|%d+|%d+|(%d+)')
        named.generation = string.format('%.0f',
            math.max(named.generation, newer or 0))
    end
    call('HDEL', entries, unpack(leaving))
end
leaving = {}
local holder = call('GET', key)
if holder ~= token then
    if vacated then
        -- The token's entry may have kept out readers, which can come in now.
        -- include queue.lua notify
        admit(holder)
    end
    return holder and {ANSWER_HELD, 0, 0, 0, call('PTTL', key),
        string.sub(holder, 1, HOLDER_MAX)} or ANSWER_MISSING
end

-- include lock.lua judge
local judged = guard and not longest

-- Reads the counter, if it exists and belongs to this memory. No counter begins here,
-- because the numbers that it would have to exceed are unknown.
local number, counter_key, many
local function has_counter()
    local anew
    -- include lock.lua counter
    return not anew
end

local function store(number)
    -- include lock.lua store
end

-- May the key be handed to a waiter? Otherwise it is only woken, and claims the lock.
local function may_have(wants)
    if bit.band(wants, ENTRY_WOKEN) ~= 0 or
        not judged and (guard or bit.band(wants, ENTRY_GUARDED) ~= 0) then
        return false
    end
    return bit.band(wants, ENTRY_FENCED) == 0 or has_counter()
end

local waiter, bits = named, 0
if not waiter then
    waiter, bits = first_valid(), HANDOFF_ALONE
end
for _ = 1, marker == '' and 16 or 0 do
    if not waiter then
        break
    end
    local head, fence_issued
    if bits > 0 then
        leaving = {waiter.token}
    end
    if judged then
        bits = bits + HANDOFF_JUDGED
    end
    if may_have(waiter.flags) then
        head = first_valid()
        call('SET', key, waiter.token, 'PX', waiter.px)
        bits = bits + HANDOFF_SET
        if bit.band(waiter.flags, ENTRY_FENCED) ~= 0 then
            fence_issued = math.max(number, fence) + 1
            store(fence_issued)
            bits = bits + HANDOFF_ISSUED
        end
    else
        call('DEL', key)
    end
    -- Published after the write, so that no message announces a missing key. Without
    -- the right to publish, the waiter may still exist and renew.
    local received = redis.pcall('PUBLISH',
        CHANNEL_PREFIX .. string.sub(waiter.token, 1, 32),
        string.format('%s %.0f %s %d %.0f %s %s', born, us, waiter.generation,
            bits, fence_issued or 0, waiter.token, words(head)))
    if type(received) == 'number' and received > 0 then
        return {ANSWER_YES, us, flags, 0, -1, marker}
    end
    if fence_issued then
        store(number)
    end
    if type(received) ~= 'number' then
        break
    end
    waiter, bits = head or first_valid(), HANDOFF_ALONE
end

-- No waiter has taken it.
call('DEL', key)
if issued ~= '0' and has_counter() and number == tonumber(issued) then
    store(number - 1)
end
return {ANSWER_YES, us, flags, 0, -1, marker}
