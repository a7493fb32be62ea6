-- SPDX-License-Identifier: MIT
-- The token is no member's any more.
--
-- KEYS[1] resource, KEYS[2] its queue, ARGV[1] token, ARGV[2] badge,
-- ARGV[3] former: it had the resource alone before
-- 1: done; 0: it was none's; 3: another's key
local badge = ARGV[2]
KEYS[3] = '{' .. KEYS[1] .. '}:place'
-- include beginning.lua
-- include queue.lua
-- include members.lua
-- include wake.lua
-- include former.lua
-- include leave.lua
return leave(ARGV[3], function() end)
