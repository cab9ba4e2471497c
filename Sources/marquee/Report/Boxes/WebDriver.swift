import ArgumentParser
import FileSystem
import Foundation
import JSONText
import Screens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A headless Chromium, controlled through W3C WebDriver (<https://www.w3.org/TR/webdriver2/>).
final class WebDriver {
  private let process: ShellProcess
  private let folder: URL
  private let address: ServerAddress
  private var session = ""

  /// The longest wait for a byte of a response, in seconds.
  private static let timeout = 120
  /// The longest wait for the start, in seconds.
  private static let startTimeout = 60

  /// Starts `chromedriver` and a browser from `PATH`.
  /// - Parameter folder: an empty folder for the profile and the log.
  /// - Throws: `ExitCode` if one of them is missing, after an error message; ``CommandError`` if one does not start.
  init(in folder: URL) throws {
    self.folder = folder
    guard
      let browser = ["chromium", "chromium-browser", "google-chrome"].lazy.compactMap(Self.program).first,
      let driver = Self.program("chromedriver")
    else {
      throw CommandError(
        "--boxes needs chromium and chromedriver in PATH; install them, such as: apt install chromium chromium-driver"
      ).exit
    }
    let log = folder.appendingPathComponent("chromedriver.log").path
    let source = SystemCall.open("/dev/null", O_RDONLY)
    let sink = SystemCall.open(log, O_WRONLY | O_CREAT | O_APPEND)
    defer {
      close(source)
      close(sink)
    }
    process = try ShellProcess(
      "exec \(Self.quoted(driver)) --port=0", reading: source, writing: sink)
    guard let port = Self.port(in: log, of: process) else {
      process.kill()
      _ = process.wait()
      Interruption.waitForEnd()
      let log = Self.end(of: log)
      throw CommandError(
        "chromedriver did not start (\(log.isEmpty ? "its log is empty" : log)); check that \"chromedriver --version\" fits Chromium's"
      )
    }
    address = ServerAddress(port: port)
    do {
      try begin(browser)
    } catch {
      process.kill()
      throw error
    }
  }

  deinit {
    // Deleting the session ends the browser. The processes that still run are killed.
    if !session.isEmpty { _ = try? send("DELETE", "") }
    process.kill()
    _ = process.wait()
  }

  private func begin(_ browser: String) throws {
    var arguments: [JSONValue] = [
      "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
      // Boxes do not depend on images, so the measurement needs no network.
      "--host-resolver-rules=MAP * ~NOTFOUND", "--window-size=1400,1000",
      .string("--user-data-dir=" + folder.appendingPathComponent("profile").path),
    ]
    // Chromium's sandbox refuses to run as root, as in containers of CI.
    if geteuid() == 0 { arguments.append("--no-sandbox") }
    let response = try send(
      "POST", "",
      [
        "capabilities": [
          "alwaysMatch": [
            "browserName": "chrome",
            "goog:chromeOptions": ["binary": .string(browser), "args": .array(arguments)],
          ]
        ]
      ])
    guard let id = response["sessionId"]?.stringValue, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw CommandError("chromedriver has made no session; check that its version fits Chromium's")
    }
    session = "/" + id
  }

  // MARK: Commands

  /// Opens a file and waits until it is loaded.
  func open(_ file: URL) throws { try send("POST", "/url", ["url": .string(file.absoluteString)]) }

  /// Runs a script and returns its result, the value of `return`.
  func run(_ script: String, _ arguments: [JSONValue]) throws -> JSONValue {
    try send("POST", "/execute/sync", ["script": .string(script), "args": .array(arguments)])
  }

  @discardableResult
  private func send(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
    var request = ClientRequest(method: method, target: "/session\(session)\(path)")
    if let body {
      request.fields = [("Content-Type", "application/json; charset=utf-8")]
      request.body = body.serialized()
    }
    let response: ClientResponse
    do throws(TransportError) {
      response = try request.send(to: address, timeout: Self.timeout)
    } catch {
      Interruption.waitForEnd()
      throw CommandError("chromedriver: \(error.text)")
    }
    let value = response.json?["value"] ?? .null
    guard response.status == 200 else {
      let message = value["message"]?.stringValue ?? "status \(response.status)"
      throw CommandError("chromedriver: \(printable(String(message.prefix(400))))")
    }
    return value
  }

  // MARK: Start

  /// Quotes a text as one word of a shell command (POSIX.1-2024, 2.2.2).
  private static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }

  private static func program(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The port that the driver has chosen; nil if it does not name one in time, or ends.
  private static func port(in log: String, of process: ShellProcess) -> Int? {
    let deadline = ContinuousClock.now + .seconds(startTimeout)
    while ContinuousClock.now < deadline {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      if let match = text.firstMatch(of: /on port (\d+)\./) { return Int(match.output.1) }
      if !process.isRunning { return nil }
      // chromedriver prints its port and nothing else says it, so poll the file that it prints to. Not a pipe:
      // after the port, nobody would read it, and chromedriver stops when a pipe is full.
      usleep(20_000)
    }
    return nil
  }

  private static func end(of log: String) -> String {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return printable(String(text.suffix(400)).trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
