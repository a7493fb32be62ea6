-- SPDX-License-Identifier: MIT
-- As extend.lua, but where the token is no member's any more it becomes one
-- again, unless the node has granted to somebody newer since.
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
local number, fresh = 0, false
if fenced then
    number, fresh = counter()
end
local owner = holder(ARGV[10])
local left = owner and call('PTTL', KEYS[1]) or -1
if owner and owner ~= badge then
    return answer(3, marker, number, left, string.sub(owner, 1, 127))
end
local was = owner and member_until(ARGV[1]) > 0
if not owner then
    if fenced and not fresh and number > tonumber(ARGV[7]) then
        return answer(5, marker, number)
    end
    call('DEL', members)
end
if fenced then
    number = math.max(number, tonumber(ARGV[7]))
    store(number)
end
add(ARGV[1], tonumber(ARGV[2]), left)
return answer(was and 1 or 2, marker, number)
