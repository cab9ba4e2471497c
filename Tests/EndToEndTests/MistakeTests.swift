import CurlClient
import Foundation
import JSONText
import Testing

@Suite final class MistakeTests: Sendable {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  deinit { folder.remove() }

  private func write(_ mistake: Mistake) throws {
    // The first makes the folders that the file stands in.
    try folder.write("", to: mistake.path)
    try Data(mistake.bytes).write(to: folder.url.appending(path: mistake.path))
  }

  @Test(arguments: MistakeGroup.all)
  func `each mistake is told word for word`(group: MistakeGroup) async throws {
    let valid = try await Program.run(["validate"], in: folder).outputLines
    let shipped = try #require(valid.last.flatMap { Int($0.prefix { $0.isNumber }) })
    for mistake in group.mistakes { try write(mistake) }

    let run = try await Program.run(["validate"], in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "")
    // One by one before all together: what fails names its mistake.
    let told = Self.linesByFile(run.output)
    for mistake in group.mistakes {
      #expect(told[mistake.path, default: ""] == mistake.output, "\(mistake.file)")
    }
    let wrong = group.mistakes.filter { !$0.output.isEmpty }.sorted { $0.path < $1.path }
    let errors = wrong.reduce(0) { $0 + $1.output.split(separator: "\n").count { $0.hasPrefix("screens/") } }
    let right = shipped + group.mistakes.count - wrong.count
    #expect(
      run.output == wrong.map { $0.output + "\n" }.joined()
        + "\(errors) errors in \(wrong.count) files, \(right) valid\n")
  }

  /// The lines of a report, by the file that they are about.
  private static func linesByFile(_ report: String) -> [String: String] {
    var lines: [String: String] = [:]
    var file = ""
    for line in report.split(separator: "\n") {
      if line.hasPrefix("screens/") {
        file = String(line.prefix { $0 != ":" })
      } else if !line.hasPrefix(" ") {
        file = ""
      }
      lines[file] = lines[file].map { $0 + "\n" + line } ?? String(line)
    }
    return lines
  }

  @Test(arguments: Mistake.releases)
  func `each mistake in a file of releases is told word for word`(mistake: Mistake) async throws {
    try folder.write(mistake.text, to: "releases.json")
    let run = try await Program.run(["validate", "--releases", "releases.json"], in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "")
    let errors = mistake.output.split(separator: "\n").count { $0.hasPrefix("releases.json") }
    #expect(run.output == mistake.output + "\n\(errors) error\(errors == 1 ? "" : "s") in 1 file, 0 valid\n")
  }

  @Test func `a file of releases is told of in the format that was asked for`() async throws {
    try folder.write(#"{ "ios": { "viewTypes": [] } }"#, to: "releases.json")
    let run = try await Program.run(
      ["validate", "--releases", "releases.json", "--output", "github"], in: folder)
    #expect(run.status == 1)
    #expect(
      run.output
        == #"::error file=releases.json,line=1,col=3::"ios" names no release; PLATFORM/VERSION, such as ios/1.3.0"#
        + "\n")
  }

  // MARK: The admin API

  @Test func `the admin API gives the same errors as the command`() async throws {
    let wanted = [
      "comma-missing", "item-content-too-high", "url-without-scheme", "merge-takes-a-member-away",
      "requires-a-misspelt-operator", "width-with-unit",
    ]
    let mistakes = MistakeGroup.all.flatMap(\.mistakes).filter { wanted.contains($0.file) }
    #expect(mistakes.count == wanted.count)
    for mistake in mistakes { try write(mistake) }
    let run = try await Program.run(["validate", "--output", "json"], in: folder)
    let report = try JSONParser.parse(run.output)
    let told = try #require(report["errors"]?.arrayValue)
    for mistake in mistakes { try folder.delete(mistake.path) }

    try await Server.run(in: folder) { server in
      for mistake in mistakes {
        let answer = try await server.admin(
          "PUT", "/screens/\(mistake.file)?dryRun=true", body: mistake.text)
        #expect(answer.status == (mistake.file == "comma-missing" ? 400 : 422))
        let expected = told.filter { $0["file"]?.stringValue == mistake.path }.map(Self.withoutFile)
        #expect(!expected.isEmpty)
        #expect(try JSONParser.parse(answer.text)["errors"] == .array(expected), "\(mistake.file)")
      }
    }
  }

  private static func withoutFile(_ error: JSONValue) -> JSONValue {
    var members: JSONObject = [:]
    for member in error.objectValue ?? [:] where member.name != "file" { members[member.name] = member.value }
    return .object(members)
  }
}
