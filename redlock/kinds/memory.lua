-- SPDX-License-Identifier: MIT
-- Which memory the server has, to be included after beginning.lua.
--
-- A memory goes by the replication id: a master has another one after every
-- start, every promotion and every time it was a replica. What the client knows
-- of the server behind its connection may be old.
local info = call('INFO', 'replication')
local _, at = string.find(info, '\nmaster_replid:', 1, true)
if not (at and string.find(info, 'role:master', 1, true)) then
    return redis.error_reply(at and 'READONLY a replica, not a master' or
        'ERR redlock: INFO tells no master_replid')
end
replid = string.sub(info, at + 1, at + 40)
born = string.sub(replid, 1, 8)
