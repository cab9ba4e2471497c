-- Load for wrk: GET /screens/home?user=N with a random N for each request. The first argument is the number of
-- requests that are sent at once on a connection (HTTP pipelining; default: 1); the second is another path. A path that
-- already has a query is requested unchanged. With a third argument, N counts up from that number instead, so that
-- every request is from a new user. The requests are prepared before the clock starts: preparing them costs the load
-- generator more than sending them.

local written = 65536
local units = 10000000
local requests = {}
local path = "/screens/home"
local next_user
local before, after

local function get()
  if path:find("?", 1, true) then return wrk.format("GET", path) end
  return wrk.format("GET", path .. "?user=" .. math.random(units))
end

function init(arguments)
  math.randomseed(20260101)
  local together = tonumber(arguments[1] or "1")
  path = arguments[2] or path
  if arguments[3] then
    next_user = tonumber(arguments[3])
    before, after = wrk.format("GET", path .. "?user=@"):match("^(.-)@(.*)$")
    return
  end
  for place = 1, written / together do
    local batch = {}
    for number = 1, together do
      batch[number] = get()
    end
    requests[place] = table.concat(batch)
  end
end

function request()
  if next_user then
    next_user = next_user + 1
    return before .. string.format("%d", next_user) .. after
  end
  return requests[math.random(#requests)]
end

dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "result.lua")
