import Foundation
import JSONText
import TestFolders
import Testing

/// The OpenAPI document in the file `Tests/OpenAPI/openapi.json`, whose differences show what a change does to the API.
/// With the environment variable `WRITE_SNAPSHOTS`, the test writes the file.
@Suite struct OpenAPISnapshotTests {
  private static let file = PackageFolder.url.appending(path: "Tests/OpenAPI/openapi.json")
  private static let writes = ProcessInfo.processInfo.environment["WRITE_SNAPSHOTS"] != nil
  private static let width = 110

  @Test func `the document is the one in the file`() throws {
    let text = Self.text(of: APIDocument.standard.json, indentation: "", after: 0) + "\n"
    let expected = try String(contentsOf: Self.file, encoding: .utf8)
    if Self.writes { try text.write(to: Self.file, atomically: true, encoding: .utf8) }
    // The document has half a million characters, so only its first difference is shown.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expectedLines = expected.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, (line, expectedLine)) in zip(lines, expectedLines).enumerated() where line != expectedLine {
      Issue.record("line \(number + 1) of openapi.json is \(expectedLine), and would be \(line)")
      return
    }
    #expect(lines.count == expectedLines.count)
  }

  /// Writes a value on one line if it fits, else a line for each member and element.
  /// - Parameter column: the length of what stands before the value on its line, without the indentation.
  private static func text(of value: JSONValue, indentation: String, after column: Int) -> String {
    let short = value.text
    guard indentation.utf8.count + column + short.utf8.count > width else { return short }
    let inner = indentation + "  "
    func block(_ parts: [String], _ opening: String, _ closing: String) -> String {
      "\(opening)\n" + parts.map { inner + $0 }.joined(separator: ",\n") + "\n\(indentation)\(closing)"
    }
    switch value {
    case .array(let elements):
      return block(elements.map { text(of: $0, indentation: inner, after: 0) }, "[", "]")
    case .object(let object):
      let members = object.members.map { member in
        let name = JSONValue.string(member.name).text + ": "
        return name + text(of: member.value, indentation: inner, after: name.utf8.count)
      }
      return block(members, "{", "}")
    default: return short
    }
  }
}
