-- SPDX-License-Identifier: MIT
-- Sets the key of the first slot that is free among those that are meant, and
-- mints that slot's next number. The answer tells which slot it is; where none is
-- free, when the first of them will be.
--
-- Who waits here is passed over: it is asked for a slot that another node has
-- chosen, or by one who may not look into the queue.
local verb = 30
-- include beginning.lua
-- include slots.lua
-- include slot_choice.lua
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
local chosen, number, owner = choose()
if chosen then
    return answer(1, marker, number, chosen)
end
-- Of several it would say little to name one holder.
return answer(3, marker, 0, number,
    among == 1 and string.sub(owner, 1, 127) or '')
