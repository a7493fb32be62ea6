-- SPDX-License-Identifier: MIT
-- How a member leaves: the badge lives on for as long as the last of those who
-- are left; with nobody left it is deleted, and who waits here first is told so,
-- to claim the resource. To be included after members.lua and queue.lua.
--
-- Wakes the first who waits. It keeps its place, which holds back who would come
-- before it, until the claim is granted. One that nobody listens for gives way
-- to the next.
local function wake()
    local places = redis.pcall('ZCARD', queue)
    local tries = type(places) == 'number' and places > 0 and 16 or 0
    for _ = 1, tries do
        local who = first_living()
        if not who then
            break
        end
        -- Nothing was handed over, so that it does not matter in which memory.
        local heard = redis.pcall('PUBLISH',
            'redlock:wake:' .. string.sub(who[5], 1, 32),
            string.format('00000000 %.0f %s 8 0 %s', us, who[4], who[5]))
        if type(heard) ~= 'number' or heard > 0 then
            break
        end
        leaving = {who[5]}
        take_out()
    end
end

-- nobody_left: called where it was the last one.
local function leave(nobody_left)
    local owner = call('GET', KEYS[1])
    if owner and owner ~= badge then
        return {3, 0, 0, 0, call('PTTL', KEYS[1]), string.sub(owner, 1, 127)}
    end
    if not owner or call('ZREM', members, ARGV[1]) == 0 then
        return 0
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
    call('DEL', KEYS[1], members)
    nobody_left()
    wake()
    return answer(1, '')
end
