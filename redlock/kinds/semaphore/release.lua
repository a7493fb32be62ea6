-- SPDX-License-Identifier: MIT
-- Deletes the key of the slot that holds this token. Which one that is may not be
-- known: then it is one of those that the node was to choose from.
--
-- KEYS[1] "{resource}:slots", ARGV[1] token
-- ARGV[2] how many slots there are, the first that is meant, and how many are
-- meant from that one on, in a circle
-- 1: deleted; 0: no key; 3: another's
local many, from, among = string.match(ARGV[2], '^(%d+) (%d+) (%d+)$')
local base = string.sub(KEYS[1], 1, -2) .. ':'
local key, owner
for i = 0, among - 1 do
    key = base .. (from + i) % many
    owner = redis.call('GET', key)
    if owner == ARGV[1] then
        redis.call('DEL', key)
        return 1
    end
end
if tonumber(among) > 1 or not owner then
    return 0
end
return {3, 0, 0, 0, redis.call('PTTL', key), string.sub(owner, 1, 127)}
