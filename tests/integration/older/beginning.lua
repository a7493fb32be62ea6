-- SPDX-License-Identifier: MIT
-- What every script of this folder begins with: the node's time, the marker of
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
-- Reply: {status, this node's time in microseconds, 1 in quarantine + 2 where
-- the counter was begun anew, counter, milliseconds left, text}. Numbers are
-- exact up to 2^53.
--   0 missing   1 done   2 created   3 another's: its time left and its token
--   4 in quarantine: the marker   5 superseded   6 another longest TTL: theirs
local time = redis.call('TIME')
local us = time[1] * 1000000 + time[2]
local born = string.sub(ARGV[3], 1, 8)
local fenced = ARGV[6] == '1'

-- Empty where this server remembers all it ever granted, else the marker.
local function quarantine()
    if ARGV[4] == '0' then
        return ''
    end
    if ARGV[3] == '' then
        return 'unnamed'
    end
    local marker = redis.call('GET', KEYS[3]) or ''
    local healthy = ARGV[3] .. '|ok|' .. ARGV[4]
    if marker == healthy then
        return ''
    end
    local run, state, rest = string.match(marker, '^(%x*)|(%a+)|(.*)$')
    if run ~= ARGV[3] then
        marker = string.format('%s|q|%.0f|%s|%s.%s', ARGV[3], us, ARGV[4],
            string.sub(ARGV[1], 1, 32), ARGV[5])
        redis.call('SET', KEYS[3], marker)
        return marker
    end
    if state == 'ok' then
        return '', rest
    end
    local since, longest = string.match(rest, '^(%d+)|(%d+)|')
    if us - tonumber(since) > 10000 * (tonumber(longest) + 1000) then
        redis.call('SET', KEYS[3], ARGV[3] .. '|ok|' .. longest)
        return '', longest ~= ARGV[4] and longest or nil
    end
    return marker
end

-- The counter, and whether it had to begin anew: above everything known.
local function counter()
    local stored = redis.call('GET', KEYS[2]) or ''
    local number, owner = string.match(stored, '^(%d+)|(%x*)$')
    if owner == born then
        return tonumber(number), false
    end
    return math.max(tonumber(number) or 0, us, tonumber(ARGV[7]),
        tonumber(ARGV[8])), true
end

local function store(number)
    redis.call('SET', KEYS[2], string.format('%.0f|%s', number, born),
        'PX', 172800000)
end

local function answer(status, marker, number, left, text, anew)
    return {status, us, (marker == '' and 0 or 1) + (anew and 2 or 0),
        number or 0, left or -1, text or marker}
end
