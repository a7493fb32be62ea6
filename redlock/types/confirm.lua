-- SPDX-License-Identifier: MIT
-- Raises the counter to the fence, if the token holds the lock. Makes no token a
-- holder.
--
-- ARGV token fences guards mode
local call, token, fences, guards, mode = redis.call, ARGV[1], ARGV[2],
    ARGV[3] or '', ARGV[4] or ''
-- include lock.lua request
local replid, born
-- include lock.lua memory
-- include lock.lua judge
-- include lock.lua mode
-- include lock.lua find
if not held then
    return {STATUS_CONFIRM + ANSWER_MISSING, us, flags, 0, -1, marker}
end
local number, anew
-- include lock.lua counter
number = math.max(number, fence)
-- include lock.lua store
return {STATUS_CONFIRM + ANSWER_YES, us, flags, number, -1, marker}
