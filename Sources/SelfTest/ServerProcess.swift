import Dispatch
import Foundation
import Synchronization

/// A server of our own: a process on a free port, with its data in a temporary folder.
package final class ServerProcess: Sendable {
  package struct StartError: Error, CustomStringConvertible {
    package let description: String
  }

  /// How long a server may take until it says that it listens.
  private static let patience = DispatchTimeInterval.seconds(60)

  package let url: String
  package let adminToken: String
  let launch: ServerLaunch
  private let processID: Int32
  private let ended: OneTimeValue<Int32>

  private init(
    url: String, adminToken: String, launch: ServerLaunch, processID: Int32, ended: OneTimeValue<Int32>
  ) {
    self.url = url
    self.adminToken = adminToken
    self.launch = launch
    self.processID = processID
    self.ended = ended
  }

  /// Starts a server on the data in `folder`, which a server before it may have left there, and waits until it
  /// listens.
  /// - Throws: ``StartError`` with what the server said, when it ends or says nothing instead.
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

    let ready = OneTimeValue<String?>()
    let said = SpokenLines()
    let ended = OneTimeValue<Int32>()
    listen(to: output.fileHandleForReading) { bytes in
      if let url = said.takeOutput(bytes) { ready.settle(url) }
    }
    listen(to: errors.fileHandleForReading) { said.takeErrors($0) }
    process.terminationHandler = {
      // A signal counts as shells count it.
      ended.settle($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
      ready.settle(nil)
    }
    do {
      try SignalMask.cleared { try process.run() }
    } catch {
      throw StartError(description: "can't start \(launch.executable): \(error.localizedDescription)")
    }
    let processID = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { ready.settle(nil) }
    guard let url = await ready.get() else {
      if !ended.isSettled { kill(processID, SIGKILL) }
      let status = await ended.get()
      throw StartError(
        description:
          "\(launch.executable) did not say where it listens; it ended with \(status): \(said.errors)")
    }
    return ServerProcess(url: url, adminToken: token, launch: launch, processID: processID, ended: ended)
  }

  /// Ends the process at once, as a loss of power would.
  /// - Returns: its exit code, or 128 and the signal's number.
  @discardableResult
  package func killAtOnce() async -> Int32 {
    signalKill()
    return await ended.get()
  }

  /// Sends SIGKILL and does not wait.
  func signalKill() {
    // The number of a process that has ended may be another's by now.
    if !ended.isSettled { kill(processID, SIGKILL) }
  }

  /// Asks the process to finish, and waits until it has.
  /// - Returns: its exit code, or 128 and the signal's number.
  func terminate() async -> Int32 {
    if !ended.isSettled { kill(processID, SIGTERM) }
    let overdue = DispatchWorkItem { self.signalKill() }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: overdue)
    defer { overdue.cancel() }
    return await ended.get()
  }

  /// Hands over what is written to the handle, until its end.
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

/// What a server has written so far.
private final class SpokenLines: Sendable {
  /// More than this is not kept of either stream.
  private static let limit = 16 << 10
  private let kept = Mutex<(output: [UInt8], errors: [UInt8])>(([], []))

  /// The address in the line that says where the server listens, once that line is whole.
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
