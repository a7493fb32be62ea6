-- SPDX-License-Identifier: MIT
-- Extends a holder's hold, never shortens it, and raises the counter to the fence.
-- Makes no token a holder.
--
-- ARGV token px fences guards mode
local verb = STATUS_EXTEND
-- include lock.lua extension
if not held then
    return {verb + ANSWER_MISSING, us, flags, number, -1, marker}
end
-- include lock.lua extend
return {verb + ANSWER_YES, us, flags + (anew and REPLY_ANEW or 0), number, -1,
    marker}
