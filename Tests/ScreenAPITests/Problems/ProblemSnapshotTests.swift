import Foundation
import HTTPWire
import JSONText
import TestFolders
import Testing

@testable import ScreenAPI
@testable import Screens

/// An example of every problem, in `Snapshots/CODE.txt`: a request and the whole response. A further example of a
/// problem is `CODE.CASE.txt`. With the environment variable `WRITE_SNAPSHOTS`, the tests write the responses.
@Suite struct ProblemSnapshotTests {
  private static let folder = PackageFolder.url.appending(path: "Tests/ScreenAPITests/Problems/Snapshots")
  private static let writes = ProcessInfo.processInfo.environment["WRITE_SNAPSHOTS"] != nil

  private static var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
        .map { String($0.dropLast(4)) }
    }
  }

  /// Problems that no request brings about here: those of a failing store, of time, and of many connections. They come
  /// from the same tables.
  private static var withoutRequest: [String: HTTPResponse] {
    get throws {
      let damage = DamagedVersion(
        route: try Route("home"), version: 3, isCurrent: true, reason: "the text is not JSON")
      let errors: [(String, ScreensError)] = [
        ("damaged-screen", .damaged(damage)), ("no-room", .store(.full("the disk is full"))),
        ("outcome-unknown", .store(.outcomeUnknown("the connection broke"))),
        ("store-unavailable", .store(.unavailable("the database does not answer"))),
      ]
      var responses: [String: HTTPResponse] = [:]
      for (name, error) in errors {
        responses[name] = Problem(error).response
        responses[name + ".admin"] = Problem(forAdministrator: error).response
      }
      responses["request-in-progress"] = Problem(forAdministrator: .store(.repeatedRequest)).response
      responses["too-many-reports"] =
        Problem.tooManyReports(NetworkAllowance(burst: 240_000, perSecond: 20_000), after: 1).response
      let backend = "https://api.example"
      let cut = UpstreamFailure("the response is incomplete")
      let frozen = UpstreamFailure("the server sent nothing for 30 seconds", isTimeout: true)
      responses["upstream-failed"] = Problem.upstream(cut, of: backend).response
      responses["upstream-timeout"] = Problem.upstream(frozen, of: backend).response
      responses["upstream-busy"] = Problem.upstreamBusy(backend).response
      responses["too-many-delays"] = Problem.tooManyDelays.response
      for error: WireError in [.requestTimeout, .overloaded, .internalFault] {
        responses[error.code] = .wireProblem(error)
      }
      return responses
    }
  }

  /// The name of examples of warnings: the response to a publication.
  private static let published: Substring = "published"

  /// Problems without an example: their streams end only with the connection.
  private static let without: Set = ["too-many-listeners"]

  @Test(arguments: try names)
  func `the response is the one in the file`(_ name: String) throws {
    let file = Self.folder.appending(path: name + ".txt")
    let expected = try String(contentsOf: file, encoding: .utf8)
    let (text, response): (String, FolderServer.Response)
    if let problem = try Self.withoutRequest[name] {
      response = FolderServer.Response(
        status: Int(problem.status.rawValue), fields: problem.fields, body: problem.body)
      text = try ProblemDialogue.text(of: response)
    } else {
      (text, response) = try ProblemDialogue(expected).replay(in: try ScreensFolder())
    }
    if Self.writes { try text.write(to: file, atomically: true, encoding: .utf8) }
    #expect(text == expected)
    let code = name.prefix { $0 != "." }
    let problem = try JSONParser.parse(response.text)
    if code == Self.published {
      #expect(problem["warnings"]?.arrayValue?.isEmpty == false, "\(response.text)")
    } else {
      #expect(problem["type"]?.stringValue?.hasSuffix("/problems/\(code)") == true, "\(response.text)")
      #expect(problem["status"]?.numberValue?.intValue == response.status)
    }
  }

  @Test func `every documented problem has an example`() throws {
    let article = PackageFolder.url.appending(path: "Sources/MarqueeServer/MarqueeServer.docc/Problems.md")
    let documented = try String(contentsOf: article, encoding: .utf8).matches(of: /(?m)^### ([a-z-]+)$/)
      .map { String($0.output.1) }
    #expect(documented.count > 100)
    let shown = Set(try Self.names.map { $0.prefix { $0 != "." } }.map(String.init))
    #expect(Set(documented + [String(Self.published)]) == shown.union(Self.without))
    #expect(shown.isDisjoint(with: Self.without))
  }

  /// The others are about files alone, such as one that cannot be read, a view type that makes others invalid, and two
  /// endpoints that no request can tell apart; or they are warnings alone.
  @Test func `every code of an error has an example here or among the mistakes`() throws {
    let mistakes = PackageFolder.url.appending(path: "Tests/ScreensTests/Mistakes")
    let texts =
      try FileManager.default.subpathsOfDirectory(atPath: mistakes.path(percentEncoded: false))
      .filter { $0.hasSuffix(".txt") }
      .map { try String(contentsOf: mistakes.appending(path: $0), encoding: .utf8) }
    let mistaken = texts.flatMap { $0.matches(of: /(?m)^[0-9:-]+ ([a-z-]+)/).map { String($0.output.1) } }
    let shown = try Self.names.flatMap { name in
      try String(contentsOf: Self.folder.appending(path: name + ".txt"), encoding: .utf8)
        .matches(of: /"code": ?"([a-z-]+)"/).map { String($0.output.1) }
    }
    let codes = Set(Diagnostic.Code.allCases.map(\.rawValue))
    let ofFiles: Set = [
      "breaks-screen", "breaks-view-type", "duplicate-endpoint", "rollout-running", "unreadable",
      "unused-translation",
    ]
    #expect(codes.subtracting(mistaken).subtracting(shown) == ofFiles)
  }
}
