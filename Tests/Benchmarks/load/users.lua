-- Load for wrk: GET /screens/home?user=N with N random for each request. The first argument is how many requests
-- are sent at once on a connection (HTTP pipelining), 1 without one; the second is another path.
-- The requests are written before the clock starts: to write them costs the load generator more than to send them.

local written = 65536
local units = 10000000
local requests = {}
local path = "/screens/home"

local function get()
  return wrk.format("GET", path .. "?user=" .. math.random(units))
end

function init(arguments)
  math.randomseed(20260101)
  local together = tonumber(arguments[1] or "1")
  path = arguments[2] or path
  for place = 1, written / together do
    local batch = {}
    for number = 1, together do
      batch[number] = get()
    end
    requests[place] = table.concat(batch)
  end
end

function request()
  return requests[math.random(#requests)]
end

-- One line that a program can read; wrk's own report is for people. Times are in microseconds.
function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    "result requests=%d duration=%d p50=%d p99=%d connect=%d read=%d write=%d status=%d timeout=%d\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect, errors.read, errors.write, errors.status, errors.timeout))
end
