-- SPDX-License-Identifier: MIT
-- How many wait for a resource, or for a slot of it, at this node: those of its
-- places whose lease is not over (queue.lua). No more than so many places are
-- looked at, and those behind them are counted as they are. Second: how many were
-- looked at.
local function waiting(resource, most)
    local call, all, looked, time = redis.call, 0, 0, nil
    for _, beside in ipairs({'}:', '}:slots:'}) do
        local base = '{' .. resource .. beside
        local places = call('ZCARD', base .. 'queue')
        local tokens = places > 0 and looked < most and
            call('ZRANGE', base .. 'queue', 0, most - looked - 1) or {}
        time = time or #tokens > 0 and call('TIME')
        for _, token in ipairs(tokens) do
            local till = string.match(
                call('HGET', base .. 'place', token) or '', '^(%d+)|')
            local left = (tonumber(till) or 0) - time[1] * 1000 -
                math.floor(time[2] / 1000)
            if left <= 0 or left > 2000 then
                places = places - 1
            end
        end
        all, looked = all + places, looked + #tokens
    end
    return all, looked
end
