-- SPDX-License-Identifier: MIT
-- What the resource's key has, to be included after members.lua, owners.lua and
-- admit.lua. Once it is the token of one who had the resource alone, and former
-- says that this one shares it from now on, it becomes the badge, and that one a
-- member for as long as the key was to live; and those who wait to share it may
-- come in.
local function holder(former)
    if former == 'former' then
        vacate()
    end
    local owner = call('GET', KEYS[1])
    if former ~= 'former' or owner ~= ARGV[1] then
        return owner
    end
    call('DEL', members, owners)
    add(ARGV[1], math.max(call('PTTL', KEYS[1]), 1), -1)
    admit()
    return badge
end
