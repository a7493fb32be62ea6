-- SPDX-License-Identifier: MIT
-- The token is no member's any more.
--
-- KEYS[1] resource, KEYS[2] its queue, ARGV[1] token, ARGV[2] badge
-- 1: done; 0: it was none's; 3: another's key
local badge = ARGV[2]
KEYS[3] = '{' .. KEYS[1] .. '}:place'
-- include beginning.lua
-- include queue.lua
-- include members.lua
-- include wake.lua
-- include leave.lua
return leave(function() end)
