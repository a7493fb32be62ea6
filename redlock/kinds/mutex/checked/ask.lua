-- SPDX-License-Identifier: MIT
-- A grant that waits. KEYS are followed by those of the queue.
--
-- ARGV[9] to ARGV[12] as placing.lua says
-- ARGV[13] the wait's token before this one; empty: none
local verb = 40
-- include beginning.lua
-- include queue.lua
-- What is neither fenced nor guarded needs no right to INFO.
if fenced or ARGV[4] ~= '0' then
    -- include memory.lua
end
local marker, longest = quarantine()
if marker ~= '' then
    return answer(4, marker)
end
if longest then
    return answer(6, marker, 0, tonumber(longest))
end
local old = ARGV[13]
-- include placing.lua

local owner = call('GET', KEYS[1])
local left = owner and call('PTTL', KEYS[1]) or -1
if owner == token then
    local number = 0
    if fenced then
        number = counter()
        store(number)
    end
    if left < tonumber(ARGV[2]) then
        call('PEXPIRE', KEYS[1], ARGV[2])
    end
    return answer(1, marker, number, nil, words(first))
end

local ticket = draw_ticket()
if owner or is_later(ticket) then
    return wait_here(ticket, owner, left)
end
local number = 0
if fenced then
    number = counter() + 1
    store(number)
end
call('SET', KEYS[1], token, 'PX', ARGV[2])
if filed then
    leaving[1] = token
    take_out()
end
return {verb + 1, us, fenced and 4 or 0, number, -1, words(first)}
