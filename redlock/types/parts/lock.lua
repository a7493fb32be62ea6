-- SPDX-License-Identifier: MIT
-- A lock at a node: a set of holders, each a token, by a mode that says which tokens
-- may hold it at the same time; and a counter of fences (docs/protocol.md).
--
-- The scripts include these sections as text. They are not functions, because a
-- script creates its functions at each call, and one function with the variables that
-- it uses costs a server as much as a GET.
--
-- KEYS[1] is the resource; for slots "{resource}:slots". The scripts derive the other
-- keys, because each word of a request costs a third of a command. Empty words at the
-- end of a request are left out. The scripts have these words in common:
--
--     token
--     px      the TTL in milliseconds
--     fences  "issued fence floor"; '': the lock has no fence
--     guards  "longest serial run_id"; '': no marker is judged; for a grant 't':
--             none is judged, but the reply has the time
--     mode    which tokens may hold the lock at the same time
--     verb    added to the status of a reply
--
-- Names in capitals are constants of redlock/runtime/constants.h, which describes
-- the answers. redlock/resp/answer.h describes the other values of a reply.

-- section request
--
--     issued   the number that this node issued to the token, to be taken back
--     fence    the fence of the lock, or of its owner; 0: none
--     floor    the largest node clock that the client knows, in microseconds
--     longest  the deployment's longest TTL in milliseconds
--     serial   a number that is never used again with this token
--     run_id   of the server of this connection
local time = call('TIME')
local us = time[1] * 1000000 + time[2]
local fenced, issued, fence, floor = fences ~= '', '0', 0, 0
if fenced then
    issued, fence, floor = string.match(fences, '^(%d+) (%d+) (%d+)$')
    fence = tonumber(fence)
end
local guard, serial, run_id
if guards ~= '' then
    guard, serial, run_id = string.match(guards, '^(%d+) (%d+) (.*)$')
end

-- section memory
--
-- The replication id identifies a memory: a master gets a new one at each start and
-- at each promotion, and after it was a replica. The script reads it itself, because
-- the client's knowledge of the server may be outdated.
local info = call('INFO', 'replication')
local _, at = string.find(info, '\nmaster_replid:', 1, true)
if not (at and string.find(info, 'role:master', 1, true)) then
    return redis.error_reply(at and 'READONLY a replica, not a master' or
        'ERR redlock: INFO tells no master_replid')
end
replid = string.sub(info, at + 1, at + 40)
born = string.sub(replid, 1, 8)

-- section judge
--
-- marker: this memory's marker if it may have lost a grant; else ''. longest: the
-- node's longest TTL if it differs. A marker of another version is not changed. A new
-- marker has a hash of the token, because some users may not read tokens.
local marker, longest = '', nil
if guard then
    marker = call('GET', MARKER_KEY) or ''
    if marker == '1|||' .. replid .. '|ok|' .. guard then
        marker = ''
    else
        local version = string.match(marker, '^(%d+)|') or '1'
        local memory, state, theirs =
            string.match(marker, '^1|[^|]*|[^|]*|(%x*)|(%a+)|(%d+)')
        if memory == replid and state == 'ok' then
            marker, longest = '', theirs ~= guard and tonumber(theirs) or nil
        elseif memory ~= replid and version == '1' and run_id == '' then
            marker = 'unnamed'
        elseif memory ~= replid and version == '1' then
            marker = string.format('1|||%s|q|%.0f|%s|%s.%s', replid, us, guard,
                string.sub(redis.sha1hex(token), 1, 32), serial)
            call('SET', MARKER_KEY, marker)
        end
    end
end
local flags = marker == '' and 0 or REPLY_QUARANTINED

-- section mode
--
--     ''                     one holder. The key has its token, as the SET NX of any
--                            Redlock library writes it.
--     "many from among"      one holder of one slot. There are `many` slots, numbered
--                            from 0, each with a key and a counter. The request is for
--                            one of the `among` slots from `from` on, in a circle.
--     placeholder, or        several holders, the members. The key has the placeholder
--     "placeholder owner"    of all readers, each of which may have an owner, or of one
--                            owner. A sorted set has the members' tokens, each with the
--                            last millisecond of its membership. The key expires with
--                            the last of them.
--     "+placeholder"         several holders; the token was the only holder before.
--
-- value: the key's value while the token holds the lock. base: the beginning of the
-- keys beside it.
local key, value, among, base, counter_key = KEYS[1], token, 1, nil, nil
local many, from, slots, chosen, placeholder, sharer, was_alone, members, owners
if mode ~= '' then
    many, from, among = string.match(mode, '^(%d+) (%d+) (%d+)$')
end
if many then
    base, slots = key .. ':', string.sub(key, 1, -2) .. ':'
    among = tonumber(among)
else
    base, among = '{' .. key .. '}:', 1
    if mode ~= '' then
        was_alone, placeholder, sharer = string.match(mode, '^(%+?)(%S+) ?(.*)$')
        was_alone, value = was_alone == '+', placeholder
        members, owners = base .. 'members', base .. 'owners'
    end
end

-- section words
--
-- The words of a grant, an extension and a repair; and the memory, if it is needed.
local call, token, px, fences, guards, mode = redis.call, ARGV[1], ARGV[2],
    ARGV[3] or '', ARGV[4] or '', ARGV[5] or ''
local replid, born
if fences ~= '' or guards ~= '' then
    -- include lock.lua memory
end

-- section begin
--
-- The beginning of a grant, an extension and a repair, after their words.
-- include lock.lua request
-- include lock.lua judge
if longest then
    return {verb + ANSWER_DISAGREES, us, flags, 0, longest, ''}
end
-- include lock.lua mode

-- section slots
--
-- Refuses a request with another number of slots. The stored number counts only while
-- a slot's key exists.
if many then
    local theirs = tonumber(call('GET', KEYS[1]) or many) or 0
    for number = 0, theirs ~= tonumber(many) and
        math.min(math.max(theirs, many), 1024) - 1 or -1 do
        if call('GET', slots .. number) then
            return {verb + ANSWER_SLOTS, us, flags, theirs, -1, marker}
        end
    end
end

-- section find
--
-- Reads the key; for slots, each requested one, until one has the token or is free.
-- holder: the key's value. held: the token holds the lock. till: the end of the
-- token's membership. left: the key's TTL; if all slots are taken, the shortest.
local now_ms, holder, held, till, left = math.floor(us / 1000), nil, nil, 0, nil
for i = 0, among - 1 do
    if many then
        chosen = (from + i) % many
        key = slots .. chosen
    end
    holder = call('GET', key)
    held = holder == value
    if held and placeholder then
        till = tonumber(call('ZSCORE', members, token)) or 0
        held = till >= now_ms
    end
    local lasts = holder and call('PTTL', key) or -1
    if held or not holder then
        left = lasts
        break
    end
    left = math.min(left or lasts, lasts)
end

-- section counter
--
-- number: the counter. anew: it begins anew, above all known numbers.
counter_key = many and key .. ':fence' or base .. 'fence'
do
    local stored, memory = call('GET', counter_key) or '', nil
    number, memory = string.match(stored, '^(%d+)|(%x*)$')
    anew = memory ~= born
    number = tonumber(number) or 0
    if anew then
        number = math.max(number, us, fence, tonumber(floor))
    end
end

-- section store
--
-- A counter that is ahead of the node's clock gets a longer TTL, until the clock has
-- passed it: after it has expired, the counter begins anew at the clock.
call('SET', counter_key, string.format('%.0f|%s', number, born), 'PX',
    string.format('%.0f', COUNTER_LIFE_MS +
        math.max(0, math.ceil((number - us) / 1000))))

-- section enter
--
-- Makes the token a holder for px milliseconds from now, never for less than before,
-- and stores the counter.
local ms = tonumber(px)
if placeholder and not holder then
    -- The placeholder is gone, so its members hold nothing any more, even if their time
    -- is not over: another client may have had the key since.
    call('DEL', members, owners)
end
if placeholder and sharer ~= '' then
    local lasts = call('PTTL', owners)
    call('HSET', owners, token, sharer)
    -- Without the right to set a TTL, no field may stay for ever.
    if lasts < ms and type(redis.pcall('PEXPIRE', owners, px)) ~= 'number' then
        call('HDEL', owners, token)
    end
end
if fenced then
    -- include lock.lua store
end
if placeholder then
    call('ZADD', members, string.format('%.0f', math.max(now_ms + ms, till)),
        token)
    if left < ms then
        if type(redis.pcall('PEXPIRE', members, px)) ~= 'number' then
            if left < 0 then
                call('DEL', members)
            end
            call('PEXPIRE', members, px)
        end
        call('SET', key, placeholder, 'PX', px)
    end
else
    if many and (call('GET', KEYS[1]) ~= many or
            call('PTTL', KEYS[1]) < ms) then
        call('SET', KEYS[1], many, 'PX', px)
    end
    if not holder then
        call('SET', key, token, 'PX', px)
    elseif left < ms then
        call('PEXPIRE', key, px)
    end
end

-- section granting
--
-- The beginning of a grant, with or without a wait, after its words.
-- include lock.lua begin
if marker ~= '' then
    return {verb + ANSWER_QUARANTINED, us, flags, 0, -1, marker}
end
-- include lock.lua slots
local owned = placeholder and placeholder ~= PLACEHOLDER_READERS
local carried = placeholder and fence or 0
local number, anew, status = 0, false, nil

-- section excluded
--
-- excluded: the mode does not admit the token. An owner's fenced request without a
-- fence can only be the owner's first. beside: the token joins others of its owner,
-- and must not wait for waiters, because these may wait for the owner.
local excluded = holder and not held and
    (holder ~= placeholder or owned and fenced and carried == 0)
local beside = owned and (holder == placeholder or carried > 0)

-- section itself
--
-- itself: an owner's request would wait for a reader of the same owner. Checks the
-- thousand members with the longest time left. A user without the right to read them
-- gets the plain refusal.
local itself = false
if owned and holder == PLACEHOLDER_READERS then
    local owner = string.sub(placeholder, #PLACEHOLDER_OWNER + 1)
    local allowed, found = pcall(function()
        if call('PTTL', owners) == -2 then
            return false
        end
        for _, member in ipairs(call('ZRANGE', members, -1000, -1)) do
            if call('HGET', owners, member) == owner and
                (tonumber(call('ZSCORE', members, member)) or 0) >= now_ms then
                return true
            end
        end
    end)
    itself = allowed and found
end

-- section grant
--
-- Grants the lock to the token. An exclusive holder, and an owner's first lock, are
-- issued the next number; the owner's later locks carry that number. A reader is issued
-- none but levels the counter, and so is a token that holds the lock already.
status = ANSWER_YES
if fenced then
    -- include lock.lua counter
    if carried > 0 and (anew or number > carried) then
        status = ANSWER_SUPERSEDED
    elseif carried > 0 then
        number = carried
    elseif not held and (owned or not placeholder) then
        number, flags = number + 1, REPLY_ISSUED
    end
end
for _ = 1, placeholder and holder and status == ANSWER_YES and 64 or 0 do
    local oldest = call('ZRANGE', members, 0, 0, 'WITHSCORES')
    if (tonumber(oldest[2]) or now_ms) >= now_ms then
        break
    end
    call('ZREM', members, oldest[1])
    redis.pcall('HDEL', owners, oldest[1])
end
if status == ANSWER_YES then
    -- include lock.lua enter
end

-- section extension
--
-- The beginning of an extension and a repair.
-- include lock.lua words
-- include lock.lua begin
-- include lock.lua slots
-- include lock.lua find
local number, anew = 0, false
if fenced then
    -- include lock.lua counter
end
local downgraded = was_alone and holder == token
if downgraded then
    -- It becomes a member for at least the remaining TTL of its key.
    px = math.max(left, tonumber(px))
    holder, held, left = nil, true, -1
end
if was_alone and redis.pcall('ZREM', base .. 'queue', token) == 1 then
    call('HDEL', base .. 'entry', token)
end
if holder and holder ~= value then
    return {verb + ANSWER_HELD, us, flags, number, left,
        string.sub(holder, 1, HOLDER_MAX)}
end

-- section extend
--
-- The end of an extension and a repair.
if fenced then
    number = math.max(number, fence)
end
-- include lock.lua enter
if downgraded then
    -- Readers that wait can come in now.
    -- include queue.lua entries
    -- include queue.lua notify
    admit(placeholder)
end
