import Foundation
import TestFolders
import Testing

/// The list of mended faults, `Tests/Faults.md`, compared with the tests that have their numbers.
@Suite struct FaultListTests {
  private struct Fault: Hashable, CustomStringConvertible {
    let number: String
    let test: String

    var description: String { "\(number): \(test)" }
  }

  private static func listed() throws -> [Fault] {
    try DocumentationPage("Tests/Faults.md").text
      .matches(of: /(?m)^\| (F\d+) \|.*\| ([^|]+) \|$/)
      .map { Fault(number: String($0.output.1), test: String($0.output.2)) }
  }

  /// The tests with the trait `.bug(id:)`.
  private static func marked() throws -> [Fault] {
    let tests = PackageFolder.url.appending(path: "Tests")
    return try FileManager.default.subpathsOfDirectory(atPath: tests.path(percentEncoded: false))
      .filter { $0.hasSuffix(".swift") }
      .flatMap { path in
        let text = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
        return text.matches(of: /\.bug\(id: "(\w+)"\)[^`]*func `([^`]+)`/)
          .map { Fault(number: String($0.output.1), test: String($0.output.2)) }
      }
  }

  @Test func `each fault in the list has a test with its number`() throws {
    let listed = try Self.listed()
    #expect(listed.count > 50)
    #expect(listed.map(\.number) == listed.indices.map { "F\($0 + 1)" })
    let marked = try Self.marked()
    #expect(Set(listed).subtracting(marked) == [])
    #expect(Set(marked).subtracting(listed) == [])
    #expect(marked.count == listed.count)
  }
}
