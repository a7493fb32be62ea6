-- SPDX-License-Identifier: MIT
-- Lets the key of this token live longer, never shorter, and raises the counter
-- to the fence carried. Never creates the key.
local verb = 10
-- include beginning.lua
-- include memory.lua
local marker, longest = quarantine()
if longest then
    return answer(6, marker, 0, tonumber(longest))
end
local number, anew = 0, false
if fenced then
    number, anew = counter()
end
local owner = call('GET', KEYS[1])
if not owner then
    return answer(0, marker, number)
end
local left = call('PTTL', KEYS[1])
if owner ~= ARGV[1] then
    return answer(3, marker, number, left, string.sub(owner, 1, 127))
end
if fenced then
    number = math.max(number, tonumber(ARGV[7]))
    store(number)
end
if left < tonumber(ARGV[2]) then
    call('PEXPIRE', KEYS[1], ARGV[2])
end
return answer(1, marker, number, nil, nil, anew)
