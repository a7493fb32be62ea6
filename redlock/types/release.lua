-- SPDX-License-Identifier: MIT
-- Releases the token's lock, and takes back the number that this node issued to it,
-- unless the node has issued another since. Wakes waiters for a slot or for a lock with
-- several holders; pass.lua hands an exclusive lock over.
--
-- ARGV token mode fences guards
local call, token, mode, fences, guards = redis.call, ARGV[1], ARGV[2] or '',
    ARGV[3] or '', ARGV[4] or ''
-- include lock.lua mode
local holder
for i = 0, among - 1 do
    if many then
        key = slots .. (from + i) % many
    end
    holder = call('GET', key)
    if holder == value then
        break
    end
end
-- A downgraded token may still be the only holder at this node. It is then released
-- like an exclusive lock, with the same rights.
local alone = was_alone and holder == token
local held = holder == value
if held and placeholder then
    held = call('ZREM', members, token) > 0
elseif held or alone then
    call('DEL', key)
end
local status, left, theirs = ANSWER_MISSING, -1, nil
if held or alone then
    status = ANSWER_YES
elseif holder and holder ~= value and among == 1 then
    status, left, theirs = ANSWER_HELD, call('PTTL', key),
        string.sub(holder, 1, HOLDER_MAX)
end

-- Without the right to the queue no waiter is woken.
local count = mode ~= '' and redis.pcall('ZCARD', base .. 'queue')
local waiting = type(count) == 'number' and count > 0
if fences == '' and not waiting and not (held and placeholder) or
    alone and redis.pcall('TIME').err then
    return status == ANSWER_HELD and {status, 0, 0, 0, left, theirs} or status
end

-- include lock.lua request
local replid, born
if fenced or guard then
    -- include lock.lua memory
end
-- include lock.lua judge
local free = held or alone
if held and placeholder then
    if sharer ~= '' then
        redis.pcall('HDEL', owners, token)
    end
    local last = call('ZRANGE', members, -1, -1, 'WITHSCORES')[2]
    local lasts = (tonumber(last) or 0) - math.floor(us / 1000)
    free = lasts < 0
    if free then
        call('DEL', key, members, owners)
    else
        -- PEXPIRE 0 would delete the key in the last member's last millisecond.
        call('PEXPIRE', key, math.max(lasts, 1))
        call('PEXPIRE', members, math.max(lasts, 1))
    end
end
if free and issued ~= '0' then
    local number, anew
    -- include lock.lua counter
    if number == tonumber(issued) and not anew then
        number = number - 1
        -- include lock.lua store
    end
end

if waiting then
    local function leave_queue()
        -- include queue.lua entries
        -- include queue.lua notify
        local waited = call('ZREM', queue, token) > 0
        if waited then
            call('HDEL', entries, token)
        end
        -- Its entry may have excluded readers.
        if waited and holder and placeholder then
            admit(holder)
        end
        -- This node may not have known that a slot was taken.
        if many or free or waited and not holder then
            wake()
        end
    end
    if alone then
        pcall(leave_queue)
        return status
    end
    leave_queue()
end
return {status, us, flags, 0, left, theirs or marker}
