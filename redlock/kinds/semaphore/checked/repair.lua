-- SPDX-License-Identifier: MIT
-- As extend.lua, but a node that has lost the slot's key gets it back, unless it
-- has granted that slot to somebody newer since.
local verb = 20
-- include slot_extension.lua
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
