-- SPDX-License-Identifier: MIT
-- Lets the key of the slot live longer, never shorter, and raises its counter to
-- the fence carried. Never creates the key, and is refused where the slots are of
-- another number.
local verb = 10
-- include slot_extension.lua
if not owner then
    return answer(0, marker, number)
end
if fenced then
    number = math.max(number, tonumber(ARGV[7]))
    store(number)
end
keep_number(px)
if left < px then
    call('PEXPIRE', key, px)
end
return answer(1, marker, number, nil, nil, fresh)
