-- Load for wrk: GET /screens/home?user=ID with a random UUID for each request, so that each is an exposure to record.
-- The argument is the seed; each run needs another one.

function init(arguments)
  math.randomseed(tonumber(arguments[1]))
end

local function digits(count)
  return string.format("%0" .. count .. "x", math.random(0, 16 ^ count - 1))
end

function request()
  local id = digits(8) .. "-" .. digits(4) .. "-4" .. digits(3) .. "-8" .. digits(3) .. "-" .. digits(6) .. digits(6)
  return wrk.format("GET", "/screens/home?user=" .. id)
end

dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "result.lua")
