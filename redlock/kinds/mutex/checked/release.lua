-- SPDX-License-Identifier: MIT
-- Deletes the key if it holds this token, and takes back the number that this
-- attempt minted if nobody has minted since: ARGV[7], 0 for none.
local verb = 0
-- include beginning.lua
-- include memory.lua
local marker = quarantine()
local owner = call('GET', KEYS[1])
if not owner then
    return answer(0, marker)
end
if owner ~= ARGV[1] then
    return answer(3, marker, 0, call('PTTL', KEYS[1]),
        string.sub(owner, 1, 127))
end
call('DEL', KEYS[1])
local minted = tonumber(ARGV[7])
if minted > 0 then
    local number, fresh = counter()
    if number == minted and not fresh then
        store(number - 1)
    end
end
return answer(1, marker)
