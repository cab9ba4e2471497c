import Foundation
import HTTPWire
import Testing

/// Requests from the tests of other parsers: `http/requests.jsonl` in the folder CONFORMANCE_DIR.
@Suite struct ConformanceTests {
  private struct Case: Decodable {
    let id: String
    let raw: Data
    let expect: String
  }

  @Test func `sample requests have the expected outcome however they are split`() throws {
    guard let folder = ProcessInfo.processInfo.environment["CONFORMANCE_DIR"] else {
      print("skipped: requests from the tests of other parsers; set CONFORMANCE_DIR to run them")
      return
    }
    let text = try String(contentsOfFile: folder + "/http/requests.jsonl", encoding: .utf8)
    let lines = text.split(separator: "\n")
    try #require(!lines.isEmpty)
    for line in lines {
      let sample = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
      let (whole, differing) = ParseResult.withAllSplits(Array(sample.raw))
      #expect(differing == [], "\(sample.id)")
      switch sample.expect {
      case "accept":
        // A request with a method that is not implemented was still parsed.
        #expect(
          whole.requests.count == 1 || whole.error == .unknownMethod,
          "\(sample.id): \(String(describing: whole.error))")
      case "reject": #expect(whole.error != nil && whole.requests.isEmpty, "\(sample.id)")
      case "reject-or-wait": #expect(whole.requests.isEmpty, "\(sample.id)")
      case "wait": #expect(whole.error == nil && whole.requests.isEmpty, "\(sample.id)")
      default: #expect(whole.requests.count <= 2, "\(sample.id)")
      }
    }
  }
}
