-- SPDX-License-Identifier: MIT
-- As extend.lua, but a node that has lost the key gets it back, unless it has
-- granted to somebody newer since.
local verb = 20
-- include beginning.lua
-- include memory.lua
local marker, longest = quarantine()
if longest then
    return answer(6, marker, 0, tonumber(longest))
end
local number = 0
local fresh = false
if fenced then
    number, fresh = counter()
end
local owner = call('GET', KEYS[1])
local left = call('PTTL', KEYS[1])
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
if not owner then
    call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    return answer(2, marker, number)
end
if left < tonumber(ARGV[2]) then
    call('PEXPIRE', KEYS[1], ARGV[2])
end
return answer(1, marker, number)
