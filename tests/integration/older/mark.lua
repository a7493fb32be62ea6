-- SPDX-License-Identifier: MIT
-- Changes the marker of this server's memory, if it is still as it was seen.
--
-- KEYS[1] the marker, ARGV[1] as it was seen (empty: none), ARGV[2] as it
-- shall be
-- 1: done; {-1, the marker}: it is another by now
local marker = redis.call('GET', KEYS[1]) or ''
if marker ~= ARGV[1] then
    return {-1, marker}
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
