import JSONText
import TestFolders
import Testing

/// Approving a change set, and asking for changes.
@Suite final class ChangeSetVerdictTests {
  private let folder: ScreensFolder

  init() throws { folder = try .forChangeSets() }

  private static let reviews = "/changesets/spring/reviews"

  private func withSet(_ work: (FolderServer) throws -> Void) throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("spring")
      let changed = Lines.definition(["three", "two", "one"])
      #expect(try server.inSet("spring", "PUT", "/screens/a", body: changed).status == 200)
      try work(server)
    }
  }

  /// The verdicts on the set: who, what, and whether it is current.
  private func verdicts(_ server: FolderServer) throws -> [String] {
    try (server.changeSet("spring")["reviews"]?.arrayValue ?? []).map { one in
      "\(one["by"]?.stringValue ?? "") \(one["verdict"]?.stringValue ?? "") \(one["isCurrent"]?.boolValue ?? false)"
    }
  }

  @Test func `a verdict replaces the last one of the same token, and is outdated when the set changes`()
    throws
  {
    try withSet { server in
      let asked = try server.admin(
        "POST", Self.reviews, body: #"{"verdict":"changes-requested","message":"shorter"}"#)
      #expect(asked.status == 200, "\(asked.text)")
      #expect(try JSONParser.parse(asked.text)["reviews"]?.arrayValue?.first?["message"] == "shorter")
      #expect(try verdicts(server) == ["admin changes-requested true"])
      #expect(try server.actions(1) == ["review-changeset spring"])

      #expect(try server.admin("POST", Self.reviews, body: #"{"verdict":"approved"}"#).status == 200)
      #expect(try verdicts(server) == ["admin approved true"])

      // A schedule changes the set, and not what it changes.
      let later = #"{"at":"2099-01-01T00:00:00Z"}"#
      #expect(try server.admin("POST", "/changesets/spring/publish", body: later).status == 202)
      #expect(try verdicts(server) == ["admin approved true"])

      let other = Lines.definition(["two", "one"])
      #expect(try server.inSet("spring", "PUT", "/screens/a", body: other).status == 200)
      #expect(try verdicts(server) == ["admin approved false"])
    }
  }

  @Test func `a verdict is on what the client has looked at`() throws {
    try withSet { server in
      let tag = try #require(try server.admin("GET", "/changesets/spring").value(of: "ETag"))
      let other = Lines.definition(["two", "one"])
      #expect(try server.inSet("spring", "PUT", "/screens/a", body: other).status == 200)
      let refused = try server.admin(
        "POST", Self.reviews, fields: [("If-Match", tag)], body: #"{"verdict":"approved"}"#)
      #expect(refused.status == 412)
      #expect(try verdicts(server).isEmpty)
    }
  }

  @Test func `a verdict survives a restart`() throws {
    try withSet { server in
      let sent = try server.admin("POST", Self.reviews, body: #"{"verdict":"approved"}"#)
      #expect(sent.status == 200, "\(sent.text)")
    }
    try FolderServer.run(in: folder) { server in
      let kept = try verdicts(server)
      #expect(kept == ["admin approved true"])
    }
  }

  @Test(arguments: [
    (#"{}"#, "needs the member"), (#"{"verdict":"good"}"#, "/verdict"),
    (#"{"verdict":"approved","message":1}"#, "/message"), (#"{"verdict":"approved","note":""}"#, "note"),
  ])
  func `a body that is none is refused`(body: String, part: String) throws {
    try withSet { server in
      let refused = try server.admin("POST", Self.reviews, body: body)
      #expect(refused.status == 422 && refused.text.contains(part), "\(refused.text)")
    }
  }

  @Test func `a message that is too long, an unknown set and a published one are refused`() throws {
    try withSet { server in
      func send(_ path: String, _ message: String) throws -> (Int, String) {
        let response = try server.admin(
          "POST", path, body: #"{"verdict":"approved","message":"\#(message)"}"#)
        return (response.status, response.text)
      }
      let long = try send(Self.reviews, String(repeating: "é", count: 2001))
      #expect(long.0 == 422 && long.1.contains("has 2001 characters"), "\(long.1)")
      #expect(try send(Self.reviews, String(repeating: "é", count: 2000)).0 == 200)
      #expect(try send("/changesets/sprin/reviews", "").0 == 404)
      #expect(try server.admin("POST", "/changesets/spring/publish").status == 200)
      #expect(try send(Self.reviews, "").0 == 409)
    }
  }
}
