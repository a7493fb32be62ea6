-- SPDX-License-Identifier: MIT
-- Lets a member be one for longer, never shorter, and raises the counter to the
-- fence carried. Makes nobody a member, but who has the resource alone there:
-- ARGV[10] former, else it is not there.
local verb = 10
-- include party_extension.lua
if not owner or member_until(ARGV[1]) == 0 then
    return answer(0, marker, number)
end
file(sharer, tonumber(ARGV[2]))
if fenced then
    number = math.max(number, tonumber(ARGV[7]))
    store(number)
end
add(ARGV[1], tonumber(ARGV[2]), left)
return answer(1, marker, number, nil, nil, fresh)
