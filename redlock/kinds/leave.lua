-- SPDX-License-Identifier: MIT
-- How a member leaves: the badge lives on for as long as the last of those who
-- are left; with nobody left it is deleted, and who waits here first is told so,
-- to claim the resource. One that waited, and does no more, leaves its place; who
-- waits behind it is told where that was in the way. To be included after
-- owners.lua, wake.lua and admit.lua.

-- nobody_left: called where it was the last one.
local function leave(nobody_left)
    local waited = vacate()
    local owner = call('GET', KEYS[1])
    if owner and owner ~= badge then
        if waited then
            badge = owner
            admit()
        end
        return {3, 0, 0, 0, call('PTTL', KEYS[1]), string.sub(owner, 1, 127)}
    end
    if waited and owner then
        admit()
    elseif waited then
        wake()
    end
    if not owner or call('ZREM', members, ARGV[1]) == 0 then
        return 0
    end
    if sharer ~= '' then
        redis.pcall('HDEL', owners, ARGV[1])
    end
    local last = call('ZRANGE', members, -1, -1, 'WITHSCORES')[2]
    local left = (tonumber(last) or 0) - now_ms
    if left >= 0 then
        -- PEXPIRE 0 would delete it in the last member's last millisecond.
        left = math.max(left, 1)
        call('PEXPIRE', KEYS[1], left)
        call('PEXPIRE', members, left)
        return answer(1, '')
    end
    call('DEL', KEYS[1], members, owners)
    nobody_left()
    wake()
    return answer(1, '')
end
