-- SPDX-License-Identifier: MIT
-- As extend.lua, but makes a token that the node has lost a holder again, unless the
-- node has granted the lock to a newer token since.
--
-- ARGV token px fences guards mode
local verb = STATUS_REPAIR
-- include lock.lua extension
if fenced and not held and not holder and not anew and number > fence then
    return {verb + ANSWER_SUPERSEDED, us, flags, number, -1, marker}
end
-- include lock.lua extend
return {verb + (held and ANSWER_YES or ANSWER_CREATED), us, flags, number, -1,
    marker}
