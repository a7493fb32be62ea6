-- SPDX-License-Identifier: MIT
-- What the resource's key has, to be included after members.lua. Once it is the
-- token of one who had the resource alone, and former says that this one shares
-- it from now on, it becomes the badge, and that one a member for as long as the
-- key was to live. A place that it waited in and may have left here is nobody's:
-- it would keep out who shares.
local function holder(former)
    if former == 'former' then
        -- A user who may not has no queue.
        redis.pcall('ZREM', '{' .. KEYS[1] .. '}:queue', ARGV[1])
        redis.pcall('HDEL', '{' .. KEYS[1] .. '}:place', ARGV[1])
    end
    local owner = call('GET', KEYS[1])
    if former ~= 'former' or owner ~= ARGV[1] then
        return owner
    end
    call('DEL', members)
    add(ARGV[1], math.max(call('PTTL', KEYS[1]), 1), -1)
    return badge
end
