-- SPDX-License-Identifier: MIT
-- Makes the token a member's, unless the resource has a key that is no badge of
-- its party. KEYS are followed by those of the queue. ARGV[9] the badge; of one who
-- shares it as an owner, its name behind that.
--
-- Where somebody waits here, it goes first: who shares would else follow each
-- other without end. One who shares it as that owner would be waited for by itself:
-- that is told.
local verb = 30
local badge, sharer = string.match(ARGV[9], '^(%S+) ?(.*)$')
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
-- include join.lua
if is_shut_out() then
    return answer(waits_for_itself() and 9 or 3, '', 0, left,
        string.sub(owner, 1, 127))
end
local first = not beside and call('ZCARD', queue) > 0 and first_living()
if first then
    return {verb + 7, us, 0, tonumber(first[1]), left, first[5]}
end
return join()
