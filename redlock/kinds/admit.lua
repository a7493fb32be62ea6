-- SPDX-License-Identifier: MIT
-- After queue.lua, where the key may be the badge of readers: those who wait to
-- share the resource, and behind nobody who would have it alone, are told to come
-- in, each once. They keep their places until they do. One that nobody listens
-- for gives way.
local function admit()
    -- A user who may not has no queue.
    local waiting = redis.pcall('ZCARD', queue)
    if badge ~= 'redlock:shared' or type(waiting) ~= 'number' then
        return
    end
    local rank, told = 0, 0
    while rank < math.min(waiting, 64) and told < 16 do
        local who = call('ZRANGE', queue, rank, rank)[1]
        local record = who and call('HGET', place, who)
        local px, flags, generation, woken = lives(record)
        if px and bit.band(flags, 4) == 0 then
            break
        end
        if px and not woken then
            local heard = redis.pcall('PUBLISH',
                'redlock:wake:' .. string.sub(who, 1, 32),
                string.format('00000000 %.0f %s 8 0 %s', us, generation, who))
            if heard == 0 then
                leaving[#leaving + 1] = who
            elseif type(heard) ~= 'number' then
                break
            else
                call('HSET', place, who, record .. '|w')
                told = told + 1
            end
        end
        rank = rank + 1
    end
    take_out()
end

-- A place that the token waited in and may have left here is nobody's: it would
-- keep others out. true: there was one.
local function vacate()
    local had = redis.pcall('ZREM', queue, ARGV[1]) == 1
    if had then
        call('HDEL', place, ARGV[1])
    end
    return had
end
