import BuiltPrograms
import CurlClient
import Foundation
import Testing

/// `marquee-conformance http`.
@Suite struct ConformanceProgramTests {
  @Test func `OPTIONS has Allow for every path`() async throws {
    let output = Pipe()
    let process = try ChildProcess(
      BuiltProgram.url("marquee-conformance"), ["http", "--port", "0"],
      output: .descriptor(output.fileHandleForWriting.fileDescriptor), errors: .null)
    try output.fileHandleForWriting.close()
    defer {
      process.send(SIGTERM)
      process.waitUntilExit()
    }
    var line = Data()
    while !line.contains(0x0A), case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
      line += bytes
    }
    let text = String(decoding: line, as: UTF8.self)
    let url = try #require(text.split(whereSeparator: \.isWhitespace).last.map(String.init))
    let session = try CurlSession()
    for path in ["/", "/any/path", "/health", "/echo", "/cookie"] {
      let answer = try await session.response(to: CurlRequest("OPTIONS", url + path))
      #expect(answer.status == 200, "\(path)")
      #expect(answer.value(of: "Allow") == "GET, HEAD, OPTIONS, POST, PUT", "\(path)")
    }
    #expect(try await session.response(to: CurlRequest("GET", url + "/")).value(of: "Allow") == nil)
  }
}
