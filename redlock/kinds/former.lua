-- SPDX-License-Identifier: MIT
-- Of one that had the resource alone and shares it from now on. To be included
-- after members.lua and owners.lua.

-- A place that it waited in and may have left here is nobody's: it would keep
-- out who shares. A user who may not has no queue.
local function leave_queue()
    redis.pcall('ZREM', '{' .. KEYS[1] .. '}:queue', ARGV[1])
    redis.pcall('HDEL', '{' .. KEYS[1] .. '}:place', ARGV[1])
end

-- What the resource's key has. Once it is the token of such a one, as former
-- says, it becomes the badge, and that one a member for as long as the key was
-- to live.
local function holder(former)
    if former == 'former' then
        leave_queue()
    end
    local owner = call('GET', KEYS[1])
    if former ~= 'former' or owner ~= ARGV[1] then
        return owner
    end
    call('DEL', members, owners)
    add(ARGV[1], math.max(call('PTTL', KEYS[1]), 1), -1)
    return badge
end
