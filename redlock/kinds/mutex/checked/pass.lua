-- SPDX-License-Identifier: MIT
-- A release that hands on.
--
-- KEYS[1] resource, KEYS[2] its queue. The keys that only a hand-off needs are
-- made here: each word that goes to a server costs it as much as a third of a
-- command, also where nobody waits.
-- ARGV[1] token
-- ARGV[2] minted guard serial fence run_id; left out: none of them
-- ARGV[3] who is next, as push.h has a successor's words; left out: nobody is
-- named
--
-- Mostly nobody waits, and nothing is to be taken back: it is a release then,
-- and costs little more.
local told = ARGV[2] or '0 0 0 0 '
local nobody = not ARGV[3] and string.sub(told, 1, 2) == '0 ' and
    redis.call('ZCARD', KEYS[2]) == 0
if nobody then
    local owner = redis.call('GET', KEYS[1])
    if owner == ARGV[1] then
        redis.call('DEL', KEYS[1])
        return 1
    end
    return owner and {3, 0, 0, 0, redis.call('PTTL', KEYS[1]),
        string.sub(owner, 1, 127)} or 0
end

-- include beginning.lua
-- include queue.lua
counter_key, marker_key = '{' .. KEYS[1] .. '}:fence', 'redlock:inst'
queue, place = KEYS[2], '{' .. KEYS[1] .. '}:place'

-- The places go first, whoever has the key: a write that needs no memory, after
-- which a server that is short of it refuses no other in this script; and a
-- place that outlived its hand-off would be handed the key once more.
local token = ARGV[1]
local named
leaving[1] = token
if ARGV[3] then
    named = {string.match(ARGV[3], '^(%d+) (%d+) (%d+) (%d+) (.+)$')}
    leaving[2] = named[5]
end
if call('ZREM', queue, unpack(leaving)) > 0 then
    if named then
        local newer = string.match(call('HGET', place, named[5]) or '', '%d+$')
        named[4] = string.format('%.0f', math.max(named[4], newer or 0))
    end
    call('HDEL', place, unpack(leaving))
end
leaving = {}
local owner = call('GET', KEYS[1])
if owner ~= token then
    return owner and {3, 0, 0, 0, call('PTTL', KEYS[1]),
        string.sub(owner, 1, 127)} or 0
end

-- Somebody waits, or a number is to be taken back.
local minted
minted, guard, serial, carried, run_id =
    string.match(told, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
floor = '0'
local blind = look()
local marker, longest = '', nil
if not blind then
    marker, longest = quarantine()
end
local judged = guard ~= '0' and not blind and not longest

-- The counter as it was, if it is there and this memory's: none is begun here,
-- where nobody carries what it would have to be above.
local number, counted
local function has_counter()
    if not number and not blind then
        local found, anew = counter()
        number = not anew and found
    end
    return number
end

-- May the key be handed to it, as things are here? Else it is woken, to claim.
local function may_have(flags)
    if bit.band(flags, 16) ~= 0 or
        not judged and (guard ~= '0' or bit.band(flags, 2) ~= 0) then
        return false
    end
    return bit.band(flags, 1) == 0 or has_counter()
end

local function hand_to(who)
    call('SET', KEYS[1], who[5], 'PX', who[2])
    if bit.band(who[3], 1) ~= 0 then
        counted = math.max(number, tonumber(carried)) + 1
        store(counted)
    end
end

-- Only after the key is set: what is told before may be of a key that is not
-- there. Returns how many have heard it, or an error.
local function tell(who, alone, set, head)
    local fence = set and bit.band(who[3], 1) ~= 0
    local bits = (set and 1 or 0) + (fence and 2 or 0) + (judged and 4 or 0)
    return redis.pcall('PUBLISH', 'redlock:wake:' .. string.sub(who[5], 1, 32),
        string.format('%s %.0f %s %d %.0f %s %s', blind and '-' or born, us,
            who[4], bits + alone, fence and counted or 0, who[5], words(head)))
end

local who, alone = named, 0
if not named then
    who, alone = first_living(), 8
end
for _ = 1, marker == '' and 16 or 0 do
    if not who then
        break
    end
    local set = may_have(who[3])
    local head
    if alone > 0 then
        leaving = {who[5]}
    end
    if set then
        head = first_living()
        hand_to(who)
    else
        call('DEL', KEYS[1])
    end
    local heard = tell(who, alone, set, head)
    local is_told = type(heard) == 'number'
    if is_told and heard > 0 then
        return answer(1, marker)
    end
    -- Nobody was told of the number: it is the next one's, or nobody's.
    if counted then
        store(number)
        counted = nil
    end
    if not is_told then
        break
    end
    who, alone = set and head or first_living(), 8
end

-- Nobody has it.
call('DEL', KEYS[1])
if tonumber(minted) > 0 and has_counter() == tonumber(minted) then
    store(number - 1)
end
return answer(1, marker)
