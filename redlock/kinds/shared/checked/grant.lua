-- SPDX-License-Identifier: MIT
-- Makes the token a member's, unless the resource has a key that is no badge, or
-- somebody waits here to have it alone: who shares it would else follow each
-- other without end. Nothing is minted: the counter, which begins here where it
-- is missing, is told as it is.
-- include beginning.lua
-- include queue.lua
-- include members.lua
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
local owner = call('GET', KEYS[1])
local left = owner and call('PTTL', KEYS[1]) or -1
if owner and owner ~= badge then
    return answer(3, marker, 0, left, string.sub(owner, 1, 127))
end
local first = call('ZCARD', queue) > 0 and first_living()
if first then
    return {7, us, 0, tonumber(first[1]), left, first[5]}
end
if owner then
    for _ = 1, 64 do
        local oldest = call('ZRANGE', members, 0, 0, 'WITHSCORES')
        if (tonumber(oldest[2]) or now_ms) >= now_ms then
            break
        end
        call('ZREM', members, oldest[1])
    end
else
    -- Whose badge is gone is no member any more, though its time be not over:
    -- somebody else may have had the key since.
    call('DEL', members)
end
local number = 0
if fenced then
    number = counter()
    store(number)
end
add(ARGV[1], tonumber(ARGV[2]), left)
return answer(1, marker, number)
