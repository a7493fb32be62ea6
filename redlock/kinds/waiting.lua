-- SPDX-License-Identifier: MIT
-- How many wait for a resource at this node: those of its places whose lease is
-- not over (queue.lua). No more than so many places are looked at, and those
-- behind them are counted as they are. Second: how many were looked at.
local function waiting(resource, most)
    local call = redis.call
    local queue, place = '{' .. resource .. '}:queue', '{' .. resource .. '}:place'
    local all = call('ZCARD', queue)
    local tokens = all > 0 and call('ZRANGE', queue, 0, most - 1) or {}
    local time = #tokens > 0 and call('TIME')
    for _, token in ipairs(tokens) do
        local till = string.match(call('HGET', place, token) or '', '^(%d+)|')
        local left = (tonumber(till) or 0) - time[1] * 1000 -
            math.floor(time[2] / 1000)
        if left <= 0 or left > 2000 then
            all = all - 1
        end
    end
    return all, #tokens
end
