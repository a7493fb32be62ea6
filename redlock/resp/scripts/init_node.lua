-- SPDX-License-Identifier: MIT
-- Marks this server's memory as one that has all that was ever granted.
--
-- KEYS[1] the marker, ARGV[1] the deployment's longest TTL in milliseconds
local info = redis.call('INFO', 'replication')
local replid = string.match(info, 'role:master.*\nmaster_replid:(%x+)')
if not replid then
    return redis.error_reply('READONLY a replica, not a master')
end
local marker = '1|||' .. replid .. '|ok|' .. ARGV[1]
redis.call('SET', KEYS[1], marker)
return {STATUS_INIT_NODE + ANSWER_YES, 0, 0, 0, -1, marker}
