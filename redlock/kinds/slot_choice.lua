-- SPDX-License-Identifier: MIT
-- How a node chooses a slot, and grants it: to be included after slots.lua, and
-- after the memory was judged.

-- Sets the key of the first slot that is free among those that are meant, or lets
-- the one live longer that is the token's, and mints that slot's next number. Its
-- number, what its counter is at, and whether it was free. nil: none is free; then
-- when the first of them will be, and who has the last one.
local function choose()
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
            return chosen, number, not owner
        end
        soonest = math.min(soonest or 2 ^ 52, call('PTTL', key))
    end
    return nil, soonest, owner
end
