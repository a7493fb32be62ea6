-- SPDX-License-Identifier: MIT
-- Deletes the key of the slot that holds this token, and tells who waits first.
-- Which one that is may not be known: then it is one of those that the node was to
-- choose from.
--
-- KEYS[1] "{resource}:slots", ARGV[1] token
-- ARGV[2] how many slots there are, the first that is meant, and how many are
-- meant from that one on, in a circle
-- 1: deleted; 0: no key; 3: another's
local call = redis.call
local many, from, among = string.match(ARGV[2], '^(%d+) (%d+) (%d+)$')
local base = string.sub(KEYS[1], 1, -2) .. ':'
local key, owner, us
for i = 0, among - 1 do
    key = base .. (from + i) % many
    owner = call('GET', key)
    if owner == ARGV[1] then
        call('DEL', key)
        break
    end
end
-- include slot_release.lua
local status = owner == ARGV[1] and 1 or 0
if status == 0 and owner and tonumber(among) == 1 then
    return {3, us or 0, 0, 0, call('PTTL', key), string.sub(owner, 1, 127)}
end
return us and {status, us, 0, 0, -1, ''} or status
