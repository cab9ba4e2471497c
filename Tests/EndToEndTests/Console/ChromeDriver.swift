import BuiltPrograms
import Eventually
import Foundation
import TestFolders

/// A chromedriver process, which answers WebDriver commands.
struct ChromeDriver: Sendable {
  let url: String
  private let process: ChildProcess

  /// Starts the driver on a free port.
  ///
  /// chromedriver takes a free port of IPv6, then the same port of IPv4. It exits if another program has that one, so it
  /// is started again.
  init(_ executable: URL, in folder: ScreensFolder) async throws {
    var log = ""
    for attempt in 1...3 {
      let output = folder.url.appending(path: "chromedriver-\(attempt).log")
      let process = try ChildProcess(executable, ["--port=0"], output: .file(output), errors: .file(output))
      var port: String?
      _ = await eventuallyHolds {
        // Read after it has exited, the log is complete.
        let hasExited = !process.isRunning
        log = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
        port = log.firstMatch(of: /on port (\d+)\./).map { String($0.output.1) }
        return port != nil || hasExited
      }
      if let port {
        self.process = process
        url = "http://127.0.0.1:\(port)"
        return
      }
      process.send(SIGKILL)
      _ = await process.exitStatus()
    }
    throw Browser.Failure(description: "chromedriver did not start: \(log)")
  }

  func end() async {
    process.send(SIGTERM)
    _ = await process.exitStatus()
  }
}
