-- SPDX-License-Identifier: MIT
-- What the scripts of a folder checked/ have in common: the node's time, which
-- memory it has, the marker of that, and the counter (docs/protocol.md, fences
-- and guards). Nothing of it is read before look() is called.
--
-- KEYS[1] resource, KEYS[2] its counter, KEYS[3] the marker, if
-- it is judged
-- ARGV[1] token            ARGV[2] milliseconds that the key lives
-- ARGV[3] run_id of this connection's server
-- ARGV[4] the deployment's longest TTL in milliseconds; 0: not guarded
-- ARGV[5] a number never used before with this token
-- ARGV[6] 1: fenced        ARGV[7] the fence carried; release: what was minted
-- ARGV[8] the largest node clock that the client knows of, in microseconds
-- pass.lua has others, and sets what stands for them here.
--
-- Replies are as redlock/resp/answer.h says.
local call = redis.call
local counter_key, marker_key = KEYS[2], KEYS[3]
local run_id, guard, serial = ARGV[3], ARGV[4], ARGV[5]
local carried, floor = ARGV[7], ARGV[8]
local fenced = ARGV[6] == '1'
local us, replid, born

local function look_at_clock()
    local time = call('TIME')
    us = time[1] * 1000000 + time[2]
end

-- A memory goes by the replication id: a master has another one after every
-- start, every promotion and every time it was a replica. What the client knows
-- of the server behind its connection may be old. Returns the error with which
-- the script is to end, if this is none to ask.
local function look()
    look_at_clock()
    local info = redis.pcall('INFO', 'replication')
    if type(info) ~= 'string' then
        return info
    end
    local _, at = string.find(info, '\nmaster_replid:', 1, true)
    if not (at and string.find(info, 'role:master', 1, true)) then
        return redis.error_reply(at and 'READONLY a replica, not a master' or
            'ERR redlock: INFO tells no master_replid')
    end
    replid = string.sub(info, at + 1, at + 40)
    born = string.sub(replid, 1, 8)
end

-- Empty where this memory has all that was ever granted, else the marker
-- (redlock/runtime/marker.h). One of a later version is left as it is.
local function quarantine()
    if guard == '0' then
        return ''
    end
    local marker = call('GET', marker_key) or ''
    if string.sub(marker, 41) ==
        '|q|0|4000000000000|2|' .. replid .. '|ok|' .. guard then
        return ''
    end
    local version, rest =
        string.match(marker, '^%x+|q|0|4000000000000|(%d+)|(.*)$')
    if version and version ~= '2' then
        return marker
    end
    local owner, state, longest =
        string.match(rest or '', '^(%x*)|(%a+)|(%d+)')
    if owner ~= replid and run_id == '' then
        return 'unnamed'
    end
    if owner ~= replid then
        marker = string.format('%s|q|0|4000000000000|2|%s|q|%.0f|%s|%s.%s',
            run_id, replid, us, guard, string.sub(ARGV[1], 1, 32), serial)
        call('SET', marker_key, marker)
        return marker
    end
    if state == 'ok' then
        return '', longest ~= guard and longest or nil
    end
    return marker
end

-- The counter, and whether it had to begin anew: above everything known.
local function counter()
    local stored = call('GET', counter_key) or ''
    local number, owner = string.match(stored, '^(%d+)|(%x*)$')
    if owner == born then
        return tonumber(number), false
    end
    return math.max(tonumber(number) or 0, us, tonumber(carried),
        tonumber(floor)), true
end

-- It lives for two days, and where it is ahead of this node's clock, two days
-- longer than the clock needs to pass it: what expires begins anew there.
local function store(number)
    local ahead = math.max(0, math.ceil((number - us) / 1000))
    call('SET', counter_key, string.format('%.0f|%s', number, born),
        'PX', string.format('%.0f', 172800000 + ahead))
end

local function answer(status, marker, number, left, text, anew)
    return {status, us, (marker == '' and 0 or 1) + (anew and 2 or 0),
        number or 0, left or -1, text or marker}
end
