-- SPDX-License-Identifier: MIT
-- What the scripts of a semaphore have after beginning.lua: its slots, each with a
-- key and a counter of its own, and how many there are, which stands beside them
-- for as long as any of their keys. Then queue.lua may follow: the places are those
-- of who waits for any slot.
--
-- KEYS[1] "{resource}:slots", KEYS[2] the marker, if it is judged
-- The last of ARGV: how many there are, the first that is meant, and how many are
-- meant from that one on, in a circle
KEYS[2], KEYS[3] = '', KEYS[2] or ''
KEYS[4], KEYS[5] = KEYS[1] .. ':queue', KEYS[1] .. ':place'
local many, from, among = string.match(ARGV[#ARGV], '^(%d+) (%d+) (%d+)$')
many, from, among = tonumber(many), tonumber(from), tonumber(among)

-- A slot's key. The counter is that slot's from here on.
local function slot(number)
    local key = string.sub(KEYS[1], 1, -2) .. ':' .. number
    KEYS[2] = key .. ':fence'
    return key
end

-- How many there are for those who hold one here, if it is another number.
local function other_number()
    local theirs = tonumber(call('GET', KEYS[1]) or many) or 0
    if theirs == many then
        return nil
    end
    for number = 0, math.min(math.max(theirs, many), 1024) - 1 do
        if call('GET', slot(number)) then
            return theirs
        end
    end
end

-- The number is known for as long as a slot's key that gets so long now.
local function keep_number(px)
    if call('GET', KEYS[1]) ~= tostring(many) or call('PTTL', KEYS[1]) < px then
        call('SET', KEYS[1], many, 'PX', px)
    end
end
