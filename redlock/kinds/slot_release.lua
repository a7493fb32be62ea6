-- SPDX-License-Identifier: MIT
-- How who gives a slot back, or gives it up, leaves the queue, and whoever is
-- first there is told: to be included where call is known, and us, the time, which
-- may be nil. A slot that was given back may be one that this node did not know to
-- be taken.
KEYS[4], KEYS[5] = KEYS[1] .. ':queue', KEYS[1] .. ':place'
-- A user who may not has no queue.
local waiting = redis.pcall('ZCARD', KEYS[4])
if type(waiting) == 'number' and waiting > 0 then
    if not us then
        local time = call('TIME')
        us = time[1] * 1000000 + time[2]
    end
    KEYS[2], KEYS[3] = '', ''
    -- include queue.lua
    -- include wake.lua
    leaving[1] = ARGV[1]
    take_out()
    wake()
end
