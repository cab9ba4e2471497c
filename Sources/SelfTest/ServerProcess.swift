import Dispatch
import Foundation
import Synchronization

/// A server process on a free port, with its data in a temporary folder.
package final class ServerProcess: Sendable {
  package struct StartError: Error, CustomStringConvertible {
    package let description: String
  }

  /// The longest wait for the ready line, and for the end after SIGTERM.
  private static let timeout = DispatchTimeInterval.seconds(60)

  package let url: String
  package let adminToken: String
  let launch: ServerLaunch
  private let processID: Int32
  private let ended: Promise<Int32>

  private init(
    url: String, adminToken: String, launch: ServerLaunch, processID: Int32, ended: Promise<Int32>
  ) {
    self.url = url
    self.adminToken = adminToken
    self.launch = launch
    self.processID = processID
    self.ended = ended
  }

  /// Starts a server on the data in a folder, and waits until it listens.
  /// - Throws: ``StartError`` with the server's messages if it ends or does not listen in time.
  package static func start(_ launch: ServerLaunch, in folder: TemporaryFolder) async throws -> ServerProcess
  {
    let token = (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: launch.executable)
    process.arguments = [
      "serve", "--host", "127.0.0.1", "--port", "0", "--data",
      folder.file("data").path(percentEncoded: false),
      "--screens", launch.screens, "--admin-token", token,
    ]
    process.environment = ServerLaunch.environment
    process.standardInput = FileHandle.nullDevice
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors

    let ready = Promise<String?>()
    let received = ServerOutput()
    let ended = Promise<Int32>()
    listen(to: output.fileHandleForReading) { bytes in
      if let url = received.takeOutput(bytes) { ready.settle(url) }
    }
    listen(to: errors.fileHandleForReading) { received.takeErrors($0) }
    process.terminationHandler = {
      // 128 and the number of the signal, like in a shell.
      ended.settle($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
      ready.settle(nil)
    }
    do {
      try SignalMask.cleared { try process.run() }
    } catch {
      throw StartError(description: "cannot start \(launch.executable): \(error.localizedDescription)")
    }
    let processID = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { ready.settle(nil) }
    guard let url = await ready.get() else {
      if !ended.isSettled { kill(processID, SIGKILL) }
      let status = await ended.get()
      throw StartError(
        description:
          "\(launch.executable) did not print that it listens; it ended with \(status): \(received.errors)")
    }
    return ServerProcess(url: url, adminToken: token, launch: launch, processID: processID, ended: ended)
  }

  /// Kills the process (SIGKILL).
  /// - Returns: the exit code, or 128 plus the number of the signal.
  @discardableResult
  package func killAtOnce() async -> Int32 {
    signalKill()
    return await ended.get()
  }

  /// Sends SIGKILL and does not wait.
  func signalKill() {
    // After the end, the process id can belong to another process.
    if !ended.isSettled { kill(processID, SIGKILL) }
  }

  /// Stops the process by SIGTERM and waits for its end.
  /// - Returns: the exit code, or 128 plus the number of the signal.
  func terminate() async -> Int32 {
    if !ended.isSettled { kill(processID, SIGTERM) }
    let overdue = DispatchWorkItem { self.signalKill() }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.timeout, execute: overdue)
    defer { overdue.cancel() }
    return await ended.get()
  }

  /// Reads from a handle until its end.
  private static func listen(to handle: FileHandle, _ take: @escaping @Sendable (Data) -> Void) {
    handle.readabilityHandler = { handle in
      let bytes = handle.availableData
      if bytes.isEmpty {
        handle.readabilityHandler = nil
      } else {
        take(bytes)
      }
    }
  }
}

/// The output of a server.
private final class ServerOutput: Sendable {
  /// The largest number of bytes to keep of each stream.
  private static let limit = 16 << 10
  private let kept = Mutex<(output: [UInt8], errors: [UInt8])>(([], []))

  /// Adds output.
  /// - Returns: the address in the ready line, once that line is complete.
  func takeOutput(_ bytes: Data) -> String? {
    kept.withLock { kept in
      kept.output += bytes.prefix(max(0, Self.limit - kept.output.count))
      let lines = kept.output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .dropLast()
      for line in lines {
        let text = String(decoding: line, as: UTF8.self)
        guard let mark = text.range(of: "Marquee is listening on ") else { continue }
        return String(text[mark.upperBound...].prefix { !$0.isWhitespace })
      }
      return nil
    }
  }

  func takeErrors(_ bytes: Data) {
    kept.withLock { $0.errors += bytes.prefix(max(0, Self.limit - $0.errors.count)) }
  }

  var errors: String { kept.withLock { String(decoding: $0.errors, as: UTF8.self) } }
}
