-- SPDX-License-Identifier: MIT
-- Deletes the key, whoever has it, and with a badge its members. Who waits here
-- first is woken, to claim the resource. The counter stays as it is: whoever is
-- next has a greater number than the one who held it.
--
-- KEYS[1] resource, ARGV what may be deleted, as it was seen; none: whatever it is
-- 1: deleted, and what it was; 0: no key; 3: something else is there now
local call = redis.call
local owner = call('GET', KEYS[1])
if not owner then
    return 0
end
local seen = string.gsub(string.sub(owner, 1, 127), '[^ -~]', '?')
local wanted = #ARGV == 0
for _, value in ipairs(ARGV) do
    wanted = wanted or value == seen
end
if not wanted then
    return {3, 0, 0, 0, call('PTTL', KEYS[1]), seen}
end
call('DEL', KEYS[1])
-- A user who may not do the rest has broken the lock all the same: who waits
-- finds out by itself.
if string.sub(owner, 1, 8) == 'redlock:' then
    redis.pcall('DEL', '{' .. KEYS[1] .. '}:members',
        '{' .. KEYS[1] .. '}:owners')
end
pcall(function()
    local time = call('TIME')
    local us = time[1] * 1000000 + time[2]
    local base = '{' .. KEYS[1] .. '}:'
    -- include queue.lua entries
    -- include queue.lua notify
    wake()
end)
return {1, 0, 0, 0, -1, seen}
