-- SPDX-License-Identifier: MIT
-- A grant that waits: the token joins, or gets a place. KEYS are followed by
-- those of the queue.
--
-- ARGV[9] to ARGV[12] as placing.lua says
-- ARGV[13] the badge; of one who shares it as an owner, its name behind that
local verb = 40
local badge, sharer = string.match(ARGV[13], '^(%S+) ?(.*)$')
local old = ''
-- include beginning.lua
-- include queue.lua
-- include members.lua
-- include owners.lua
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
-- include placing.lua
-- include admit.lua
-- include join.lua
local ticket = draw_ticket()
if was or not (is_shut_out() or not beside and is_later(ticket)) then
    local joined = join()
    if filed then
        leaving[1] = token
        take_out()
    end
    if joined[1] == verb + 1 then
        admit()
    end
    return joined
end
if waits_for_itself() then
    return answer(9, '', 0, left, owner)
end
-- Who has won elsewhere, and wants no place any more, keeps nobody out.
if filed and bit.band(ARGV[11], 8) ~= 0 then
    leaving[1] = token
    take_out()
end
return wait_here(ticket, owner, left)
