-- SPDX-License-Identifier: MIT
-- The resources that have keys of the library at this node. Continues at a cursor of
-- SCAN, for some hundred keys, so that other clients of the server do not wait long.
--
-- ARGV[1] the cursor; 0: from the beginning
-- A text: the next cursor (0: there are no more), how many keys the user may not read,
-- how many names had no room, and for each name its length, a colon and the name.
local room, batch, batches = 4000, 10, 25
local token = '^' .. string.rep('[0-9a-f]', 32) .. '%-[0-9a-f]+:'

local function is_ours(value)
    return type(value) == 'string' and
        (string.find(value, token) or value == PLACEHOLDER_READERS or
        string.sub(value, 1, #PLACEHOLDER_OWNER) == PLACEHOLDER_OWNER)
end

-- Was the key refused to the user? Other errors of a command do not matter here.
local function is_refused(value)
    return type(value) == 'table' and value.err and
        string.find(value.err, ' access ') ~= nil
end

-- The resource of a queue or of a slot, if that is the library's.
local function resource_beside(key)
    local name = string.match(key, '^{(.+)}:queue$') or
        string.match(key, '^{(.+)}:slots:queue$')
    if name then
        local first = redis.pcall('ZRANGE', key, 0, 0)
        return is_ours(first[1]) and name, is_refused(first)
    end
    name = string.match(key, '^{(.+)}:slot:%d+$')
    if name then
        local value = redis.pcall('GETRANGE', key, 0, 127)
        return is_ours(value) and name, is_refused(value)
    end
end

-- Keys that do not show by themselves that a resource is held or waited for.
local function is_beside(key)
    return string.find(key, '^{.+}:%l+$') and
        string.find(' fence entry members owners slots queue ',
            ' ' .. string.match(key, '%l+$') .. ' ', 1, true) or
        string.find(key, '^{.+}:slots:queue$') or
        string.find(key, '^{.+}:slots:entry$') or
        string.find(key, '^{.+}:slot:%d+$') or
        string.find(key, '^{.+}:slot:%d+:fence$') or
        string.sub(key, 1, 8) == 'redlock:'
end

-- The resource of a key, or none; and whether the user may not read the key.
local function resource_of(key)
    if is_beside(key) then
        return resource_beside(key)
    end
    local value = redis.pcall('GETRANGE', key, 0, 127)
    if type(value) == 'table' and value.err and not is_refused(value) and
        not string.find(value.err, 'WRONGTYPE') then
        -- The command itself is refused: the script fails with that error.
        redis.call('GETRANGE', key, 0, 127)
    end
    return is_ours(value) and key, is_refused(value)
end

-- The resources of a batch of keys.
local function names_of(keys)
    local names = {length = 0, refused = 0}
    for _, key in ipairs(keys) do
        local name, refused = resource_of(key)
        names.refused = names.refused + (refused and 1 or 0)
        if name and #name <= 1024 and not string.find(name, '%z') then
            names[#names + 1] = #name .. ':' .. name
            names.length = names.length + #names[#names]
        end
    end
    return names
end

local cursor, found, length, refused, left_out = ARGV[1], {}, 0, 0, 0
for _ = 1, batches do
    local step = redis.call('SCAN', cursor, 'COUNT', batch)
    local names = names_of(step[2])
    if length + names.length > room then
        if length > 0 then
            break
        end
        step = redis.call('SCAN', cursor, 'COUNT', 1)
        names = names_of(step[2])
    end
    for _, name in ipairs(names) do
        if length + #name > room then
            left_out = left_out + 1
        else
            found[#found + 1] = name
            length = length + #name
        end
    end
    cursor, refused = step[1], refused + names.refused
    if cursor == '0' then
        break
    end
end
return cursor .. ' ' .. refused .. ' ' .. left_out .. ' ' .. table.concat(found)
