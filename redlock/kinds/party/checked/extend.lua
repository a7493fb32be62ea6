-- SPDX-License-Identifier: MIT
-- Lets a member be one for longer, never shorter, and raises the counter to the
-- fence carried. Makes nobody a member, but who has the resource alone there:
-- ARGV[10] former, else it is not there.
local badge = ARGV[9]
-- include beginning.lua
-- include members.lua
-- include former.lua
if fenced or ARGV[4] ~= '0' then
    -- include memory.lua
end
local marker, longest = quarantine()
if longest then
    return answer(6, marker, 0, tonumber(longest))
end
local number, anew = 0, false
if fenced then
    number, anew = counter()
end
local owner = holder(ARGV[10])
local left = owner and call('PTTL', KEYS[1]) or -1
if owner and owner ~= badge then
    return answer(3, marker, number, left, string.sub(owner, 1, 127))
end
if not owner or member_until(ARGV[1]) == 0 then
    return answer(0, marker, number)
end
if fenced then
    number = math.max(number, tonumber(ARGV[7]))
    store(number)
end
add(ARGV[1], tonumber(ARGV[2]), left)
return answer(1, marker, number, nil, nil, anew)
