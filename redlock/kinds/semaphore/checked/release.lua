-- SPDX-License-Identifier: MIT
-- Deletes the key of the slot if it holds this token, takes back the number that
-- this attempt minted if nobody has minted since, ARGV[7], 0 for none, and tells
-- who waits first.
local verb = 0
-- include beginning.lua
-- include slots.lua
-- include memory.lua
local marker = quarantine()
local key = slot(from)
local owner = call('GET', key)
local left = owner and call('PTTL', key)
if owner == ARGV[1] then
    call('DEL', key)
    local minted = tonumber(ARGV[7])
    if minted > 0 then
        local number, fresh = counter()
        if number == minted and not fresh then
            store(number - 1)
        end
    end
end
-- include slot_release.lua
if not owner then
    return answer(0, marker)
end
if owner ~= ARGV[1] then
    return answer(3, marker, 0, left, string.sub(owner, 1, 127))
end
return answer(1, marker)
