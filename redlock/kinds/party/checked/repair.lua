-- SPDX-License-Identifier: MIT
-- As extend.lua, but where the token is no member's any more it becomes one
-- again, unless the node has granted to somebody newer since.
local verb = 20
-- include party_extension.lua
local was = owner and member_until(ARGV[1]) > 0
if not owner then
    if fenced and not fresh and number > tonumber(ARGV[7]) then
        return answer(5, marker, number)
    end
    call('DEL', members, owners)
end
file(sharer, tonumber(ARGV[2]))
if fenced then
    number = math.max(number, tonumber(ARGV[7]))
    store(number)
end
add(ARGV[1], tonumber(ARGV[2]), left)
return answer(was and 1 or 2, marker, number)
