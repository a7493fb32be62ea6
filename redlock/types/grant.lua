-- SPDX-License-Identifier: MIT
-- Makes the token a holder, unless the mode excludes it. Queues no waiter.
--
-- Only locks with several holders let this node's waiters go first: otherwise ever
-- new holders could exclude a waiter for ever. Exclusive locks use this script where
-- no node queues, and slots after another node has chosen one.
--
-- ARGV token px fences guards mode
local verb = STATUS_GRANT
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
