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
local verb = 0
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

-- From here on keys and words stand where those of the other scripts do.
local named
if ARGV[3] then
    named = {string.match(ARGV[3], '^(%d+) (%d+) (%d+) (%d+) (.+)$')}
end
local minted
minted, ARGV[4], ARGV[5], ARGV[7], ARGV[3] =
    string.match(told, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
ARGV[8] = '0'
KEYS[3], KEYS[4] = 'redlock:inst', KEYS[2]
KEYS[2] = '{' .. KEYS[1] .. '}:fence'
KEYS[5] = '{' .. KEYS[1] .. '}:place'

-- include beginning.lua
-- include memory.lua
-- include queue.lua
-- The places go first, whoever has the key: a write that needs no memory, after
-- which a server that is short of it refuses no other in this script; and a
-- place that outlived its hand-off would be handed the key once more.
local token = ARGV[1]
leaving = {token, named and named[5]}
local vacated = call('ZREM', queue, unpack(leaving)) > 0
if vacated then
    if named then
        local newer = string.match(call('HGET', place, named[5]) or '',
            '^%d+|%d+|%d+|(%d+)')
        named[4] = string.format('%.0f', math.max(named[4], newer or 0))
    end
    call('HDEL', place, unpack(leaving))
end
leaving = {}
local owner = call('GET', KEYS[1])
if owner ~= token then
    -- It may have been before readers who can come in now.
    if vacated then
        local badge = owner
        -- include admit.lua
        admit()
    end
    return owner and {3, 0, 0, 0, call('PTTL', KEYS[1]),
        string.sub(owner, 1, 127)} or 0
end

local marker, longest = quarantine()
local guarded = ARGV[4] ~= '0'
local judged = guarded and not longest

-- The counter as it was, if it is there and this memory's: none is begun here,
-- where nobody carries what it would have to be above.
local number
local function has_counter()
    local found, anew = counter()
    number = not anew and found
    return number
end

-- May it be handed the key, as things are here? Else it is woken, to claim it.
local function may_have(flags)
    if bit.band(flags, 16) ~= 0 or
        not judged and (guarded or bit.band(flags, 2) ~= 0) then
        return false
    end
    return bit.band(flags, 1) == 0 or has_counter()
end

local who, alone = named, 0
if not who then
    who, alone = first_living(), 8
end
for _ = 1, marker == '' and 16 or 0 do
    if not who then
        break
    end
    local bits = alone + (judged and 4 or 0)
    local head, counted
    if alone > 0 then
        leaving = {who[5]}
    end
    if may_have(who[3]) then
        head = first_living()
        call('SET', KEYS[1], who[5], 'PX', who[2])
        bits = bits + 1
        if bit.band(who[3], 1) ~= 0 then
            counted = math.max(number, tonumber(ARGV[7])) + 1
            store(counted)
            bits = bits + 2
        end
    else
        call('DEL', KEYS[1])
    end
    -- Only now: what is told before may be of a key that is not there. A right
    -- that is missing is not the same as nobody who listens.
    local heard = redis.pcall('PUBLISH',
        'redlock:wake:' .. string.sub(who[5], 1, 32),
        string.format('%s %.0f %s %d %.0f %s %s', born, us, who[4], bits,
            counted or 0, who[5], words(head)))
    local is_told = type(heard) == 'number'
    if is_told and heard > 0 then
        return answer(1, marker)
    end
    if counted then
        store(number)
    end
    if not is_told then
        break
    end
    who, alone = head or first_living(), 8
end

-- Nobody has it.
call('DEL', KEYS[1])
if tonumber(minted) > 0 and has_counter() == tonumber(minted) then
    store(number - 1)
end
return answer(1, marker)
