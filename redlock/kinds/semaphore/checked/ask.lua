-- SPDX-License-Identifier: MIT
-- A grant that waits: sets the key of the first free slot of those that are meant,
-- unless none is, or somebody waits here before; then the token gets a place, in
-- one queue for all slots. Who waits is woken, and asks again: it is handed
-- nothing, so that two who release cannot give it two slots.
--
-- ARGV[9] to ARGV[12] as placing.lua says; who claims asks for a slot that
-- another node has chosen
-- ARGV[13] the slots, as slots.lua says
local verb = 40
-- include beginning.lua
-- include slots.lua
-- include slot_choice.lua
-- include queue.lua
-- include wake.lua
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
local theirs = other_number()
if theirs then
    return answer(8, marker, theirs)
end
local old = ''
-- include placing.lua
local ticket = draw_ticket()
local wants_place = bit.band(ARGV[11], 8) == 0

-- Where two slots were given back before the first of the queue spoke, it was
-- woken twice.
local function wake_next()
    for i = 0, first and many - 1 or -1 do
        if not call('GET', slot(i)) then
            wake()
            break
        end
    end
end

if is_later(ticket) then
    if first and not wants_place then
        return {verb + 7, us, 0, tonumber(first[1]), -1, first[5]}
    end
    return wait_here(ticket, nil, -1)
end
local chosen, number, fresh = choose()
local leaves = filed and (chosen or not wants_place)
if leaves then
    leaving[1] = token
    take_out()
end
if chosen or leaves then
    wake_next()
end
if not chosen then
    return wait_here(ticket, nil, number)
end
return {verb + 1, us, fenced and fresh and 4 or 0, number, chosen, ''}
