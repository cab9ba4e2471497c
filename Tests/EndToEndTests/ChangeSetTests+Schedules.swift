import CurlClient
import Foundation
import JSONText
import Testing

/// Sets that outlive the process, and what happens to them at a time.
extension ChangeSetTests {
  @Test func `sets, their drafts and their schedules survive kill -9`() async throws {
    var server = try await Server.start(in: folder)
    try await server.makeSet("kept")
    _ = try await server.inSet("kept", "PUT", "/screens/a", body: Lines.definition(["kept"]))
    _ = try await server.inSet("kept", "PUT", "/screens/b/draft", body: Lines.definition(["drafted"]))
    await server.program.end(SIGKILL)
    server = try await Server.start(in: folder)
    #expect(try await server.get("/c/kept/screens/a").text == Lines.viewItems(["kept"]))
    #expect(try await server.inSet("kept", "GET", "/screens/b/draft").text.contains("drafted"))
    let soon = Date(timeIntervalSinceNow: 8).formatted(
      Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let scheduled = try await server.admin("POST", "/changesets/kept/publish", body: #"{"at":"\#(soon)"}"#)
    #expect(scheduled.status == 202, "\(scheduled.text)")
    await server.program.end(SIGKILL)
    try await Server.run(in: folder) { server in
      try await server.wait(for: "publication at the time") {
        try await $0.get("/screens/a").text == Lines.viewItems(["kept"])
      }
      #expect(try await server.changeSet("kept")["state"] == "published")
      // The draft was not published.
      try await server.expect("b", shows: ["one", "two", "three"], version: 1)
    }
  }

  @Test func `a schedule is cancelled by a change, and a failure is told`() async throws {
    try await Server.run(in: folder) { server in
      try await server.makeSet("later")
      _ = try await server.inSet("later", "PUT", "/screens/a", body: Lines.definition(["later"]))
      let far = #"{"at":"2999-01-01T00:00:00Z"}"#
      #expect(try await server.admin("POST", "/changesets/later/publish", body: far).status == 202)
      _ = try await server.inSet("later", "PUT", "/screens/a", body: Lines.definition(["changed"]))
      #expect(try await server.changeSet("later")["schedule"] == .null)
      #expect(try await server.admin("DELETE", "/changesets/later/publish").status == 404)
      let soon = Date(timeIntervalSinceNow: 8).formatted(
        Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      #expect(
        try await server.admin("POST", "/changesets/later/publish", body: #"{"at":"\#(soon)"}"#).status == 202
      )
      _ = try await server.admin("PUT", "/screens/a", body: Lines.definition(["first"]))
      try await server.wait(for: "failure of the schedule") {
        try await $0.changeSet("later")["schedule"]?["error"] != nil
      }
      try await server.expect("a", shows: ["first"], version: 2)
    }
  }

  @Test func `a set with a time to live is deleted when that has ended`() async throws {
    try await Server.run(in: folder) { server in
      try await server.makeSet("short", #","ttl":1"#)
      try await server.wait(for: "end of the set") { try await $0.get("/c/short/screens/a").status == 404 }
    }
  }
}
