-- SPDX-License-Identifier: MIT
-- How an extension and a repair of a slot begin: what the node counts, whose the
-- slot is, and the end of it if that is another, or the slots are of another
-- number.
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
local number, fresh = 0, false
if fenced then
    number, fresh = counter()
end
local owner = call('GET', key)
local left = call('PTTL', key)
if owner and owner ~= ARGV[1] then
    return answer(3, marker, number, left, string.sub(owner, 1, 127))
end
