-- Load for wrk: PUT /admin/screens/screen-N with a random N below the third argument. The first argument is a file with
-- the definition, in which @SCREEN@ stands for N and @TEXT@ for a text that no other request has. The second argument
-- is a number that begins these texts; each run needs another one.

local definition, text, screens
local count = 0

function init(arguments)
  local file = assert(io.open(arguments[1]))
  definition = file:read("*a")
  file:close()
  text = arguments[2]
  -- Runs at the same time publish different screens.
  math.randomseed(tonumber(text))
  screens = tonumber(arguments[3])
  wrk.headers["Authorization"] = "Bearer benchmark"
  wrk.headers["Content-Type"] = "application/json"
end

function request()
  count = count + 1
  local screen = math.random(screens) - 1
  local body = definition:gsub("@SCREEN@", screen):gsub("@TEXT@", string.format("%s-%08d", text, count))
  return wrk.format("PUT", "/admin/screens/screen-" .. screen, nil, body)
end

dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "result.lua")
