-- SPDX-License-Identifier: MIT
-- A grant that waits: makes the token a holder, unless the mode excludes it or a
-- waiter with an earlier ticket is queued; then it gives the token an entry in the
-- queue.
--
-- ARGV token px fences guards mode, and "ticket generation flags claiming":
--
--     ticket      of this wait; 0: none yet
--     generation  the number of this request for the token
--     flags       enum rlk_entry_flag
--     claiming    1: it overtakes other waiters
local verb = STATUS_ASK
-- include lock.lua words
-- include lock.lua granting
-- include queue.lua entries
local ticket, generation, wants, claiming =
    string.match(ARGV[6], '^(%d+) (%d+) (%d+) (%d)$')

-- The stored ticket of this wait, and the first other waiter.
local count = call('ZCARD', queue)
local filed, first
if count > 0 then
    filed = tonumber(call('ZSCORE', queue, token))
    first = first_valid(token)
end

-- A new ticket is the node's time, but greater than the last one: if the clock was
-- set back, later waiters must not overtake earlier ones.
local mine = filed or us
if not filed and count > 0 then
    local last = call('ZRANGE', queue, -1, -1, 'WITHSCORES')[2]
    mine = math.max(us, (tonumber(last) or 0) + 1)
end
if ticket ~= '0' then
    mine = math.min(mine, tonumber(ticket))
end

-- Is there an earlier waiter? Assumed behind 64 expired entries, as it is unknown.
local later = claiming ~= '1' and dropped >= 64
if claiming ~= '1' and first then
    local theirs = tonumber(first.ticket)
    later = theirs < mine or theirs == mine and first.token < token
end

if many and later then
    -- No slot is looked at for it.
    among = 0
end
-- include lock.lua find
-- include lock.lua excluded
if among > 0 and not excluded and (held or beside or not later) then
    -- include lock.lua grant
else
    -- include lock.lua itself
    if itself then
        return {verb + ANSWER_SHARING, us, 0, 0, left, holder}
    end
end

-- A token that has won elsewhere wants no entry any more. Its entry must not hold
-- back others.
local waits = bit.band(wants, ENTRY_NONE) == 0
local leaves = filed and (status or mode ~= '' and among > 0 and not waits)
if leaves then
    leaving[1] = token
    remove()
end
if mode ~= '' and (status or leaves) then
    -- include queue.lua notify
    if placeholder and status == ANSWER_YES then
        admit(placeholder)
    end
    -- Two releases may have notified only this waiter, so the next one is notified.
    for slot = 0, many and first and many - 1 or -1 do
        if not call('GET', slots .. slot) then
            wake()
            break
        end
    end
end
if status then
    -- An exclusive holder learns its successor, to hand over at every node.
    return {verb + status, us, flags, number, chosen or -1,
        mode == '' and words(first) or ''}
end

if many and later and first and not waits then
    return {verb + ANSWER_QUEUED, us, 0, tonumber(first.ticket), -1, first.token}
end
local theirs = not many and string.sub(holder or '', 1, HOLDER_MAX) or ''
if not waits or not filed and count >= ENTRIES_MOST then
    local others = first or dropped >= 64
    return {verb + ANSWER_HELD, us, others and REPLY_WAITER or 0, 0, left or -1,
        theirs}
end
-- Each key gets its TTL before the next one is written, so that a missing right
-- leaves no key behind. A server that is short of memory refuses the first write
-- already.
call('ZADD', queue, string.format('%.0f', mine), token)
local ended = redis.pcall('PEXPIRE', queue, 2 * ENTRY_LEASE_MS)
if type(ended) == 'table' then
    call('ZREM', queue, token)
    return ended
end
call('HSET', entries, token, string.format('%.0f|%s|%s|%s',
    math.floor(us / 1000) + ENTRY_LEASE_MS, px, wants, generation))
call('PEXPIRE', entries, 2 * ENTRY_LEASE_MS)
return {verb + ANSWER_QUEUED, us, REPLY_COUNT * call('ZRANK', queue, token), mine,
    left or -1, theirs}
