-- SPDX-License-Identifier: MIT
-- Changes the marker of this server's memory, if it is still as it was seen and
-- the clock is not past what it can be.
--
-- KEYS[1] the marker, ARGV[1] as it was seen (empty: none), ARGV[2] as it
-- shall be, ARGV[3] this node's time in microseconds, at most
local time = redis.call('TIME')
local us = time[1] * 1000000 + time[2]
local marker = redis.call('GET', KEYS[1]) or ''
if marker ~= ARGV[1] or us > tonumber(ARGV[3]) then
    return {STATUS_MARK + ANSWER_HELD, us, 0, 0, -1, marker}
end
redis.call('SET', KEYS[1], ARGV[2])
return {STATUS_MARK + ANSWER_YES, us, 0, 0, -1, ''}
