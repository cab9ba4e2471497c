import BuiltPrograms
import Foundation
import JSONText
import TestFolders
import Testing

/// A client of `marquee lsp`, which starts the program and speaks to it over its standard input and output.
final class LanguageClient {
  private let process: ChildProcess
  private let input: FileHandle
  private let output: FileHandle
  private var received: [UInt8] = []

  init(in folder: ScreensFolder) throws {
    let (toProgram, fromProgram) = (Pipe(), Pipe())
    process = try ChildProcess(
      BuiltProgram.url("marquee"), ["lsp", "--stdio"], in: folder.url, environment: Program.environment(),
      input: .descriptor(toProgram.fileHandleForReading.fileDescriptor),
      output: .descriptor(fromProgram.fileHandleForWriting.fileDescriptor), errors: .null)
    try toProgram.fileHandleForReading.close()
    try fromProgram.fileHandleForWriting.close()
    input = toProgram.fileHandleForWriting
    output = fromProgram.fileHandleForReading
  }

  deinit { process.send(SIGKILL) }

  /// Sends bytes as they are.
  func send(_ bytes: [UInt8]) throws { try input.write(contentsOf: Data(bytes)) }

  func send(_ message: JSONValue) throws {
    let content = message.serialized()
    try send(Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content)
  }

  func request(_ id: Int, _ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    try send([
      "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method), "params": params,
    ])
    return try receive()
  }

  func notify(_ method: String, _ params: JSONValue = [:]) throws {
    try send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// The next message of the program.
  func receive() throws -> JSONValue {
    let separator = Array("\r\n\r\n".utf8)
    while true {
      if let end = (0..<max(received.count - 3, 0)).first(where: { received[$0...].starts(with: separator) })
      {
        let header = String(decoding: received[..<end], as: UTF8.self)
        let length = try #require(header.split(separator: ": ").last.flatMap { Int($0) })
        let start = end + separator.count
        if received.count >= start + length {
          let content = Array(received[start..<start + length])
          received.removeFirst(start + length)
          return try JSONDocument(content).value
        }
      }
      let more = output.availableData
      try #require(!more.isEmpty, "the program has ended")
      received += more
    }
  }

  /// Closes the program's input, and waits for its end.
  func exitStatus() async throws -> Int32 {
    try input.close()
    return await process.exitStatus()
  }
}
