-- SPDX-License-Identifier: MIT
-- After members.lua: as which owner a member shares the resource, where it says
-- so: a hash of tokens. What it has of a token that is no member's says nothing.
-- It lives as long as the longest that one of its members was to be one.
local owners = '{' .. KEYS[1] .. '}:owners'

-- sharer: empty: it has no owner.
local function file(sharer, px)
    if sharer == '' then
        return
    end
    local left = call('PTTL', owners)
    call('HSET', owners, ARGV[1], sharer)
    if left < px and type(redis.pcall('PEXPIRE', owners, px)) ~= 'number' then
        -- A user who may not leaves none behind that would stay for ever.
        call('HDEL', owners, ARGV[1])
    end
end

-- Does a member share it as this one? Looked for among the thousand that are to
-- be members for the longest.
local function shares(who)
    if call('PTTL', owners) == -2 then
        return false
    end
    for _, token in ipairs(call('ZRANGE', members, -1000, -1)) do
        if call('HGET', owners, token) == who and member_until(token) > 0 then
            return true
        end
    end
    return false
end
