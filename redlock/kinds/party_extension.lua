-- SPDX-License-Identifier: MIT
-- How an extension and a repair of a party's member begin: what the node counts,
-- whose the resource is, and the end of it if that is another.
local badge, sharer = string.match(ARGV[9], '^(%S+) ?(.*)$')
-- include beginning.lua
KEYS[#KEYS + 1] = '{' .. KEYS[1] .. '}:queue'
KEYS[#KEYS + 1] = '{' .. KEYS[1] .. '}:place'
-- include queue.lua
-- include members.lua
-- include owners.lua
-- include admit.lua
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
