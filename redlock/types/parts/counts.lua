-- SPDX-License-Identifier: MIT
-- How many share a resource, and how many wait for it, at a node.

-- section members
--
-- Of a party, those whose time is not over. Those whose time is over come first.
local function count_members(resource)
    local members, time = '{' .. resource .. '}:members', redis.call('TIME')
    local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
    local all = redis.call('ZCARD', members)
    local dead, most = 0, all
    while dead < most do
        local rank = math.floor((dead + most) / 2)
        local found = redis.call('ZRANGE', members, rank, rank, 'WITHSCORES')
        if tonumber(found[2]) < now_ms then
            dead = rank + 1
        else
            most = rank
        end
    end
    return all - dead
end

-- section waiters
--
-- The valid queue entries (queue.lua) of the resource and of its slots. At most so
-- many are looked at; the others are counted as they are. Second: how many were
-- looked at.
local function count_waiters(resource, most)
    local all, looked, time = 0, 0, nil
    for _, beside in ipairs({'}:', '}:slots:'}) do
        local base = '{' .. resource .. beside
        local count = redis.call('ZCARD', base .. 'queue')
        local tokens = count > 0 and looked < most and
            redis.call('ZRANGE', base .. 'queue', 0, most - looked - 1) or {}
        time = time or #tokens > 0 and redis.call('TIME')
        for _, token in ipairs(tokens) do
            local till = string.match(
                redis.call('HGET', base .. 'entry', token) or '', '^(%d+)|')
            local rest = (tonumber(till) or 0) - time[1] * 1000 -
                math.floor(time[2] / 1000)
            if rest <= 0 or rest > ENTRY_LEASE_MS then
                count = count - 1
            end
        end
        all, looked = all + count, looked + #tokens
    end
    return all, looked
end
