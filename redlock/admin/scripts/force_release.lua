-- SPDX-License-Identifier: MIT
-- Deletes the key of any holder, and the members of a shared lock. Wakes the first
-- waiter here, which then claims the resource. Keeps the counter, so that the next
-- holder gets a greater number than the last one.
--
-- KEYS[1] resource, ARGV the values that may be deleted, as they were seen; none: any
local call = redis.call
local holder = call('GET', KEYS[1])
if not holder then
    return ANSWER_MISSING
end
local seen = string.gsub(string.sub(holder, 1, HOLDER_MAX), '[^ -~]', '?')
local wanted = #ARGV == 0
for _, value in ipairs(ARGV) do
    wanted = wanted or value == seen
end
if not wanted then
    return {ANSWER_HELD, 0, 0, 0, call('PTTL', KEYS[1]), seen}
end
call('DEL', KEYS[1])
-- A user that may not do the rest has broken the lock all the same: waiters notice at
-- their next request.
local base = '{' .. KEYS[1] .. '}:'
if string.sub(holder, 1, 8) == 'redlock:' then
    redis.pcall('DEL', base .. 'members', base .. 'owners')
end
pcall(function()
    local time = call('TIME')
    local us = time[1] * 1000000 + time[2]
    -- include queue.lua entries
    -- include queue.lua notify
    wake()
end)
return {ANSWER_YES, 0, 0, 0, -1, seen}
