-- SPDX-License-Identifier: MIT
-- After queue.lua, where the key has been deleted: who waits here first is told
-- so, to claim the resource. It keeps its place, which holds back who would come
-- before it, until the claim is granted. One that nobody listens for gives way to
-- the next.
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
