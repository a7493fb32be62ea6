-- SPDX-License-Identifier: MIT
-- The token is no member's any more.
--
-- KEYS[1] resource, ARGV[1] token, ARGV[2] badge; of one who shares it as an
-- owner, its name behind that
-- ARGV[3] former: it had the resource alone before, and has it so here where the
-- key is its token still. Then it is released as it was taken, with no more
-- rights than that needs.
-- 1: done; 0: it was none's; 3: another's key
local badge, sharer = string.match(ARGV[2], '^(%S+) ?(.*)$')
local alone = ARGV[3] == 'former' and redis.call('GET', KEYS[1]) == ARGV[1]
KEYS[2] = '{' .. KEYS[1] .. '}:queue'
KEYS[3] = '{' .. KEYS[1] .. '}:place'
local verb = 0
local function whole()
    -- include beginning.lua
    -- include queue.lua
    -- include members.lua
    -- include owners.lua
    -- include wake.lua
    -- include admit.lua
    -- include leave.lua
    if not alone then
        return leave(function() end)
    end
    vacate()
    wake()
end
if not alone then
    return whole()
end
redis.call('DEL', KEYS[1])
pcall(whole)
return 1
