-- SPDX-License-Identifier: MIT
-- As extend.lua, but a node that has lost the slot's key gets it back, unless it
-- has granted that slot to somebody newer since.
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
if fenced then
    if not owner and not fresh and number > tonumber(ARGV[7]) then
        return answer(5, marker, number)
    end
    number = math.max(number, tonumber(ARGV[7]))
    store(number)
end
keep_number(px)
if not owner then
    call('SET', key, ARGV[1], 'PX', px)
    return answer(2, marker, number)
end
if left < px then
    call('PEXPIRE', key, px)
end
return answer(1, marker, number)
