-- SPDX-License-Identifier: MIT
-- Makes the token a member's, unless the resource has a key that is no badge of
-- its party. KEYS are followed by those of the queue. ARGV[9] the badge; of one who
-- shares it as an owner, its name behind that.
--
-- A reader mints nothing: the counter, which begins here where it is missing, is
-- told as it is. So it is with an owner's hold that is not the first: it carries
-- the owner's fence in ARGV[7], and is refused where the counter is beyond it.
-- An owner's first hold mints; one that is fenced and carries nothing can be no
-- other, and is refused where the owner's badge is there.
--
-- Where somebody waits here, it goes first: who shares would else follow each
-- other without end. But an owner's hold beside others of that owner waits for
-- nobody: it may be who is waited for. And one who shares it as that owner would be
-- waited for by itself: that is told.
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
local owned = badge ~= 'redlock:shared'
local carried = tonumber(ARGV[7])
local owner = call('GET', KEYS[1])
local left = owner and call('PTTL', KEYS[1]) or -1
local was = owner == badge and member_until(ARGV[1]) > 0
if owner and (owner ~= badge or
    owned and fenced and carried == 0 and not was) then
    local told, itself = true, false
    if owned and owner == 'redlock:shared' then
        -- A user who may not look is told no more than others.
        told, itself = pcall(shares, string.sub(badge, 15))
    end
    return answer(told and itself and 9 or 3, marker, 0, left,
        string.sub(owner, 1, 127))
end
local beside = owned and (owner or carried > 0)
local first = not beside and call('ZCARD', queue) > 0 and first_living()
if first then
    return {7, us, 0, tonumber(first[1]), left, first[5]}
end
local number, minted = 0, 0
if fenced then
    local anew
    number, anew = counter()
    if carried > 0 and (anew or number > carried) then
        return answer(5, marker, number)
    elseif carried > 0 then
        number = carried
    elseif owned and not was then
        number, minted = number + 1, 4
    end
end
if owner then
    for _ = 1, 64 do
        local oldest = call('ZRANGE', members, 0, 0, 'WITHSCORES')
        if (tonumber(oldest[2]) or now_ms) >= now_ms then
            break
        end
        call('ZREM', members, oldest[1])
        redis.pcall('HDEL', owners, oldest[1])
    end
else
    -- Whose badge is gone is no member any more, though its time be not over:
    -- somebody else may have had the key since.
    call('DEL', members, owners)
end
file(sharer, tonumber(ARGV[2]))
if fenced then
    store(number)
end
add(ARGV[1], tonumber(ARGV[2]), left)
return {1, us, minted, number, -1, ''}
