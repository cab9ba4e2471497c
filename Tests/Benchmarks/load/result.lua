-- Ends each script for wrk: prints one line for the harness, with times in microseconds. wrk's own report is for
-- people.

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    "result requests=%d duration=%d p50=%d p99=%d connect=%d read=%d write=%d status=%d timeout=%d\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect, errors.read, errors.write, errors.status, errors.timeout))
end
