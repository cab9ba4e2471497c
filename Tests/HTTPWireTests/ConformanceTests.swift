import Foundation
import HTTPWire
import Testing

/// Requests collected from other parsers' tests: `http/requests.jsonl` in the folder named by CONFORMANCE_DIR.
@Suite("Requests of other parsers' tests")
struct ConformanceTests {
  private struct Case: Decodable {
    let id: String
    let raw: Data
    let expect: String
  }

  @Test("are accepted, refused or waited for as they say, in all cuts")
  func requests() throws {
    guard let folder = ProcessInfo.processInfo.environment["CONFORMANCE_DIR"] else {
      print("left out: requests of other parsers' tests; set CONFORMANCE_DIR to run them")
      return
    }
    let text = try String(contentsOfFile: folder + "/http/requests.jsonl", encoding: .utf8)
    let lines = text.split(separator: "\n")
    try #require(!lines.isEmpty)
    for line in lines {
      let sample = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
      let (whole, differing) = Reading.inAllCuts(Array(sample.raw))
      #expect(differing == [], "\(sample.id)")
      switch sample.expect {
      case "accept":
        // A method that is not served is still a request that was understood.
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
