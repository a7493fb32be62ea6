-- SPDX-License-Identifier: MIT
-- As release.lua, and takes back the number that this attempt minted, ARGV[7],
-- if nobody has minted since, nor is left who may have it. KEYS are followed by
-- those of the queue.
local verb = 0
local badge, sharer = string.match(ARGV[9], '^(%S+) ?(.*)$')
-- include beginning.lua
-- include queue.lua
-- include members.lua
-- include owners.lua
-- include wake.lua
-- include admit.lua
-- include leave.lua
-- include memory.lua
return leave(function()
    local number, anew = counter()
    if number == tonumber(ARGV[7]) and not anew then
        store(number - 1)
    end
end)
