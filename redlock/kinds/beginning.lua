-- SPDX-License-Identifier: MIT
-- What the scripts of a folder checked/ begin with: the node's time, the marker of
-- its memory, and the counter (docs/protocol.md, fences and guards).
--
-- KEYS[1] resource, KEYS[2] its counter, KEYS[3] the marker, if
-- it is judged
-- ARGV[1] token            ARGV[2] milliseconds that the key lives
-- ARGV[3] run_id of this connection's server
-- ARGV[4] the deployment's longest TTL in milliseconds; 0: not guarded
-- ARGV[5] a number never used before with this token
-- ARGV[6] 1: fenced        ARGV[7] the fence carried; release: what was minted
-- ARGV[8] the largest node clock that the client knows of, in microseconds
--
-- Replies are as redlock/resp/answer.h says. Before it, local verb: what is
-- added to a status, so that the reply to one verb is none to another.
local call = redis.call
local time = call('TIME')
local us = time[1] * 1000000 + time[2]
local fenced = ARGV[6] == '1'

-- Of the memory, once memory.lua has looked at it.
local replid, born

-- Empty where this memory has all that was ever granted, else the marker
-- (redlock/runtime/marker.h). One of another version is left as it is. Users who
-- may not read this token can read the marker: it shows a hash of the token.
local function quarantine()
    if ARGV[4] == '0' then
        return ''
    end
    local marker = call('GET', KEYS[3]) or ''
    if marker == '1|||' .. replid .. '|ok|' .. ARGV[4] then
        return ''
    end
    local version = string.match(marker, '^(%d+)|')
    if version and version ~= '1' then
        return marker
    end
    local owner, state, longest =
        string.match(marker, '^1|[^|]*|[^|]*|(%x*)|(%a+)|(%d+)')
    if owner ~= replid and ARGV[3] == '' then
        return 'unnamed'
    end
    if owner ~= replid then
        marker = string.format('1|||%s|q|%.0f|%s|%s.%s', replid, us, ARGV[4],
            string.sub(redis.sha1hex(ARGV[1]), 1, 32), ARGV[5])
        call('SET', KEYS[3], marker)
        return marker
    end
    if state == 'ok' then
        return '', longest ~= ARGV[4] and longest or nil
    end
    return marker
end

-- The counter, and whether it had to begin anew: above everything known.
local function counter()
    local stored = call('GET', KEYS[2]) or ''
    local number, owner = string.match(stored, '^(%d+)|(%x*)$')
    if owner == born then
        return tonumber(number), false
    end
    return math.max(tonumber(number) or 0, us, tonumber(ARGV[7]),
        tonumber(ARGV[8])), true
end

-- It lives for two days, and where it is ahead of this node's clock, two days
-- longer than the clock needs to pass it: what expires begins anew there.
local function store(number)
    local ahead = math.max(0, math.ceil((number - us) / 1000))
    call('SET', KEYS[2], string.format('%.0f|%s', number, born),
        'PX', string.format('%.0f', 172800000 + ahead))
end

local function answer(status, marker, number, left, text, anew)
    return {verb + status, us, (marker == '' and 0 or 1) + (anew and 2 or 0),
        number or 0, left or -1, text or marker}
end
