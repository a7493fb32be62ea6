-- SPDX-License-Identifier: MIT
-- Sets the key of the first slot that is free among those that are meant, and
-- mints that slot's next number. The answer tells which slot it is; where none is
-- free, when the first of them will be.
-- include beginning.lua
-- include slots.lua
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
local token, px = ARGV[1], tonumber(ARGV[2])
local owner, soonest
for i = 0, among - 1 do
    local chosen = (from + i) % many
    local key = slot(chosen)
    owner = call('GET', key)
    if not owner or owner == token then
        local number = 0
        if fenced then
            number = counter()
            if not owner then
                number = number + 1
            end
            store(number)
        end
        keep_number(px)
        if not owner then
            call('SET', key, token, 'PX', px)
        elseif call('PTTL', key) < px then
            call('PEXPIRE', key, px)
        end
        return answer(1, marker, number, chosen)
    end
    soonest = math.min(soonest or 2 ^ 52, call('PTTL', key))
end
-- Of several it would say little to name one holder.
return answer(3, marker, 0, soonest,
    among == 1 and string.sub(owner, 1, 127) or '')
