-- SPDX-License-Identifier: MIT
-- How the token becomes a member's: to be included after members.lua and
-- owners.lua, and after the memory was judged.
--
-- A reader mints nothing: the counter, which begins here where it is missing, is
-- told as it is. So it is with an owner's hold that is not the first: it carries
-- the owner's fence in ARGV[7], and is refused where the counter is beyond it.
-- An owner's first hold mints; one that is fenced and carries nothing can be no
-- other, and is refused where the owner's badge is there.
local owned = badge ~= 'redlock:shared'
local carried = tonumber(ARGV[7])
local owner = call('GET', KEYS[1])
local left = owner and call('PTTL', KEYS[1]) or -1
local was = owner == badge and member_until(ARGV[1]) > 0

-- An owner's hold beside others of that owner waits for nobody: it may be who is
-- waited for.
local beside = owned and (owner == badge or carried > 0)

-- Does the key keep it out?
local function is_shut_out()
    return owner and (owner ~= badge or
        owned and fenced and carried == 0 and not was)
end

-- Would it wait for its own owner, who shares it? A user who may not look is told
-- no more than others.
local function waits_for_itself()
    if not owned or owner ~= 'redlock:shared' then
        return false
    end
    local told, itself = pcall(shares, string.sub(badge, 15))
    return told and itself
end

-- The answer.
local function join()
    local number, minted = 0, 0
    if fenced then
        local anew
        number, anew = counter()
        if carried > 0 and (anew or number > carried) then
            return answer(5, '', number)
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
        -- Whose badge is gone is no member any more, though its time be not
        -- over: somebody else may have had the key since.
        call('DEL', members, owners)
    end
    file(sharer, tonumber(ARGV[2]))
    if fenced then
        store(number)
    end
    add(ARGV[1], tonumber(ARGV[2]), left)
    return {verb + 1, us, minted, number, -1, ''}
end
