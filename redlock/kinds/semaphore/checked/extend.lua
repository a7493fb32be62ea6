-- SPDX-License-Identifier: MIT
-- Lets the key of the slot live longer, never shorter, and raises its counter to
-- the fence carried. Never creates the key, and is refused where the slots are of
-- another number.
-- include beginning.lua
-- include slots.lua
if fenced or ARGV[4] ~= '0' then
    -- include memory.lua
end
local marker, longest = quarantine()
if longest then
    return answer(6, marker, 0, tonumber(longest))
end
local theirs = other_number()
if theirs then
    return answer(8, marker, theirs)
end
local key, px = slot(from), tonumber(ARGV[2])
local number, anew = 0, false
if fenced then
    number, anew = counter()
end
local owner = call('GET', key)
if not owner then
    return answer(0, marker, number)
end
local left = call('PTTL', key)
if owner ~= ARGV[1] then
    return answer(3, marker, number, left, string.sub(owner, 1, 127))
end
if fenced then
    number = math.max(number, tonumber(ARGV[7]))
    store(number)
end
keep_number(px)
if left < px then
    call('PEXPIRE', key, px)
end
return answer(1, marker, number, nil, nil, anew)
