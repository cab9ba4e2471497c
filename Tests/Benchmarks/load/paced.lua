-- Load for wrk at a rate: GET of a screen for one of 10,000 users, with pauses of 40 to 60 ms on each connection. The
-- screen is `home`, or with an argument N, a random one of the N screens from `screen-0` on.

local users = 10000
local screens

function init(arguments)
  math.randomseed(20260101)
  screens = tonumber(arguments[1])
end

function delay()
  return math.random(40, 60)
end

function request()
  local screen = screens and "screen-" .. math.random(screens) - 1 or "home"
  return wrk.format("GET", "/screens/" .. screen .. "?user=" .. math.random(users))
end

dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "result.lua")
