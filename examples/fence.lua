-- SPDX-License-Identifier: MIT
-- Writes a value unless a holder with a greater fence has written before.
--
-- KEYS[1]  the value's key: a hash of "value" and "fence"
-- ARGV[1]  the writer's fence: $REDLOCK_FENCE, or redlock_fence(lock)
-- ARGV[2]  the value
--
-- 1: written. 0: refused; another client has held the lock since.
local fence = tonumber(ARGV[1])
if not fence then
    return redis.error_reply('ERR no fence: is the lock a fenced one?')
end
local largest = tonumber(redis.call('HGET', KEYS[1], 'fence') or 0)
if fence < largest then
    return 0
end
redis.call('HSET', KEYS[1], 'value', ARGV[2], 'fence', ARGV[1])
return 1
