-- SPDX-License-Identifier: MIT
-- Counts the members and the waiters of a resource at a node.

-- section members
--
-- The members whose membership has not expired. Expired ones come first in the set.
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
-- Counts the valid queue entries (queue.lua) of the resource and of its slots. Checks
-- at most `most` entries, and counts the others unchecked. Also returns how many it
-- has checked.
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
