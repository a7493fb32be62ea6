-- SPDX-License-Identifier: MIT
-- Makes the token a holder, unless the mode excludes it. Queues no waiter.
--
-- Only locks with several holders let this node's waiters go first: otherwise ever
-- new holders could exclude a waiter for ever. Exclusive locks use this script where
-- no node queues, and slots after another node has chosen one.
--
-- ARGV token px fences guards mode
local verb = STATUS_GRANT
-- include lock.lua words

-- The common case: the exclusive lock is free, and the marker and the counter belong to
-- this memory. The number is the next one, and the counter's TTL need not move: its
-- clock advances faster than a counter that grows by one for each grant.
if mode == '' and replid then
    local longest, number = guards ~= '' and string.match(guards, '^%d+'), 0
    local usual = not longest or
        call('GET', MARKER_KEY) == '1|||' .. replid .. '|ok|' .. longest
    local counter_key = '{' .. KEYS[1] .. '}:fence'
    if usual and fences ~= '' then
        local memory
        number, memory = string.match(call('GET', counter_key) or '',
            '^(%d+)|(%x*)$')
        usual = memory == born
    end
    if usual and call('SET', KEYS[1], token, 'NX', 'PX', px) then
        if fences ~= '' then
            number = number + 1
            call('SET', counter_key, string.format('%.0f|%s', number, born),
                'KEEPTTL')
        end
        if guards == '' then
            return -number
        end
        local time = call('TIME')
        return {verb + ANSWER_YES, time[1] * 1000000 + time[2],
            fences ~= '' and REPLY_ISSUED or 0, number, -1, ''}
    end
end
-- include lock.lua granting
-- include lock.lua find
-- include lock.lua excluded
if excluded then
    -- include lock.lua itself
    return {verb + (itself and ANSWER_SHARING or ANSWER_HELD), us, 0, 0, left,
        among == 1 and string.sub(holder, 1, HOLDER_MAX) or ''}
end
if placeholder and not beside and call('ZCARD', base .. 'queue') > 0 then
    -- include queue.lua entries
    local first = first_valid()
    if first and first.token ~= token then
        return {verb + ANSWER_QUEUED, us, 0, tonumber(first.ticket), left,
            first.token}
    end
    -- It may have an entry here itself, from when the client had the right to queue.
    leaving[1] = token
    remove()
end
-- include lock.lua grant
return {verb + status, us, flags, number, chosen or -1, ''}
