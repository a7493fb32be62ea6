-- SPDX-License-Identifier: MIT
-- Raises the counter to the fence carried, where the key is this token's.
-- Creates no key.
local verb = 50
-- include beginning.lua
-- include memory.lua
local marker = quarantine()
if call('GET', KEYS[1]) ~= ARGV[1] then
    return answer(0, marker)
end
local number = math.max(counter(), tonumber(ARGV[7]))
store(number)
return answer(1, marker, number)
