-- SPDX-License-Identifier: MIT
-- Who holds the resource, for how long, and what is its counter?
--
-- KEYS[1] resource
local holder = redis.call('GET', KEYS[1])
if not holder then
    return ANSWER_MISSING
end
local counter = redis.call('GET', '{' .. KEYS[1] .. '}:fence') or ''
return {ANSWER_HELD, 0, 0, tonumber(string.match(counter, '^(%d+)|')) or 0,
    redis.call('PTTL', KEYS[1]), string.sub(holder, 1, HOLDER_MAX)}
