-- SPDX-License-Identifier: MIT
-- Raises the counter to the fence carried, where the token is a member's: a
-- later holder that has the resource alone mints above it.
local verb = 50
local badge = string.match(ARGV[9], '^%S+')
-- include beginning.lua
-- include members.lua
-- include memory.lua
local marker = quarantine()
if call('GET', KEYS[1]) ~= badge or member_until(ARGV[1]) == 0 then
    return answer(0, marker)
end
local number = math.max(counter(), tonumber(ARGV[7]))
store(number)
return answer(1, marker, number)
