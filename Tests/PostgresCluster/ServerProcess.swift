import Foundation

/// A running process of a PostgreSQL server: its first one, or a backend.
struct ServerProcess {
  let processID: Int32
  /// Whether SIGSTOP has stopped it.
  let isStopped: Bool
  private let command: String

  /// Sends a signal.
  func send(_ signal: Int32) { kill(processID, signal) }

  /// The processes of a server, also after the end of its first one.
  /// - Parameters:
  ///   - name: the setting `cluster_name`, which is in the titles of all backends.
  ///   - data: the data folder, which is an argument of the first process.
  static func all(ofServer name: String, data: URL) throws -> [ServerProcess] {
    try all().filter { process in
      process.command.hasPrefix("postgres: \(name): ")
        || process.command.contains("/postgres -D \(data.path(percentEncoded: false)) ")
    }
  }

  #if os(Linux)
    /// All processes (proc(5)). A process that ends meanwhile, or that is only waited for, has no command line.
    private static func all() throws -> [ServerProcess] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
        guard let processID = Int32(name),
          let command = try? Data(contentsOf: URL(filePath: "/proc/\(name)/cmdline")), !command.isEmpty,
          let statistics = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)
        else { return nil }
        // The name of the program is in parentheses, and can contain some. The state follows.
        let state = statistics.split(separator: ")").last?.split(separator: " ").first
        return ServerProcess(
          processID: processID, isStopped: state == "T",
          command: command.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            .joined(separator: " "))
      }
    }
  #else
    /// All processes.
    private static func all() throws -> [ServerProcess] {
      let table = try ProgramRun.output(
        of: URL(filePath: "/bin/ps"), ["-A", "-ww", "-o", "pid=,state=,command="], in: URL(filePath: "/"))
      return table.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ", maxSplits: 2)
        guard fields.count == 3, let processID = Int32(fields[0]) else { return nil }
        return ServerProcess(
          processID: processID, isStopped: fields[1].hasPrefix("T"),
          command: String(fields[2].drop { $0 == " " }))
      }
    }
  #endif
}
