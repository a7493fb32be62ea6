-- SPDX-License-Identifier: MIT
-- Sets the key if there is none, and mints the next number. A key that is this
-- token's already, by a grant or handed over, lives as long as is asked for, and
-- never shorter; nothing is minted for it.
local verb = 30
-- include beginning.lua
-- include memory.lua
local marker, longest = quarantine()
if marker ~= '' then
    return answer(4, marker)
end
if longest then
    return answer(6, marker, 0, tonumber(longest))
end
local owner = call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then
    return answer(3, marker, 0, call('PTTL', KEYS[1]),
        string.sub(owner, 1, 127))
end
local number = 0
if fenced then
    number = counter()
    if not owner then
        number = number + 1
    end
    store(number)
end
if not owner then
    call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
elseif call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
    call('PEXPIRE', KEYS[1], ARGV[2])
end
return answer(1, marker, number)
