import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The metrics of this process, under the names of Prometheus client libraries
/// (<https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics>).
package enum ProcessMetrics {
  /// Adds all metrics on Linux, and the processor time alone on other systems.
  package static func add(to text: inout PrometheusText) {
    if let seconds = processorSeconds {
      text.add(
        "process_cpu_seconds_total", .counter, "Total user and system CPU time spent in seconds.",
        [.init(value: "\(seconds)")])
    }
    #if os(Linux)
      if let status = Status() {
        text.add(
          "process_start_time_seconds", .gauge,
          "Start time of the process since unix epoch in seconds.", [.init(value: "\(status.startTime)")])
        text.add(
          "process_virtual_memory_bytes", .gauge, "Virtual memory size in bytes.",
          [.init([], status.virtualBytes)])
        text.add(
          "process_resident_memory_bytes", .gauge, "Resident memory size in bytes.",
          [.init([], status.residentBytes)])
        text.add(
          "process_threads", .gauge, "Number of OS threads in the process.", [.init([], status.threads)])
      }
      if let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
        // One of them is the descriptor for reading this folder.
        text.add(
          "process_open_fds", .gauge, "Number of open file descriptors.",
          [.init([], UInt64(max(names.count - 1, 0)))])
      }
      var limit = rlimit()
      if unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
        text.add(
          "process_max_fds", .gauge, "Maximum number of open file descriptors.",
          [.init([], UInt64(limit.rlim_cur))])
      }
    #endif
  }

  private static var processorSeconds: Double? {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }

  #if os(Linux)
    /// `/proc/self/stat` (proc_pid_stat(5)).
    private struct Status {
      let threads: UInt64
      /// Seconds since 1970 UTC.
      let startTime: Double
      let virtualBytes: UInt64
      let residentBytes: UInt64

      init?() {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
          let system = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
          let bootLine = system.split(separator: "\n").first(where: { $0.hasPrefix("btime ") }),
          let boot = Double(bootLine.dropFirst(6)),
          // The second field is the program's name in parentheses. It can contain any character.
          let end = text.lastIndex(of: ")")
        else { return nil }
        // The first of these is field 3 in proc_pid_stat(5).
        let fields = text[end...].dropFirst().split(separator: " ")
        func field(_ number: Int) -> UInt64? {
          fields.indices.contains(number - 3) ? UInt64(fields[number - 3]) : nil
        }
        let (ticks, page) = (sysconf(Int32(_SC_CLK_TCK)), sysconf(Int32(_SC_PAGESIZE)))
        guard ticks > 0, page > 0, let threads = field(20), let start = field(22), let bytes = field(23),
          let pages = field(24)
        else { return nil }
        self.threads = threads
        startTime = boot + Double(start) / Double(ticks)
        virtualBytes = bytes
        residentBytes = pages.multipliedReportingOverflow(by: UInt64(page)).partialValue
      }
    }
  #endif
}
