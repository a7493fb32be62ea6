-- SPDX-License-Identifier: MIT
-- What the scripts of a party have after beginning.lua, and after a local badge:
-- what the resource's key has while somebody is a member. The members are a
-- sorted set of their tokens by the last millisecond in which each is one. The
-- badge lives as long as the last of them, and the set as long as the badge.
local members = '{' .. KEYS[1] .. '}:members'
local now_ms = math.floor(us / 1000)

-- Until when a token is a member's; 0: it is none's.
local function member_until(token)
    local till = tonumber(call('ZSCORE', members, token)) or 0
    return till >= now_ms and till or 0
end

-- The token is a member's for so long from now, and never for shorter than it
-- was. left: of the badge; less than 0: there is none yet.
local function add(token, px, left)
    local till = math.max(now_ms + px, member_until(token))
    call('ZADD', members, string.format('%.0f', till), token)
    if left < px then
        -- A user who may not leaves no set behind that would stay for ever.
        if type(redis.pcall('PEXPIRE', members, px)) ~= 'number' then
            if left < 0 then
                call('DEL', members)
            end
            call('PEXPIRE', members, px)
        end
        call('SET', KEYS[1], badge, 'PX', px)
    end
end

-- How many there are: those whose time is over come first.
local function count()
    local all = call('ZCARD', members)
    local dead, most = 0, all
    while dead < most do
        local rank = math.floor((dead + most) / 2)
        local found = call('ZRANGE', members, rank, rank, 'WITHSCORES')
        if tonumber(found[2]) < now_ms then
            dead = rank + 1
        else
            most = rank
        end
    end
    return all - dead
end
