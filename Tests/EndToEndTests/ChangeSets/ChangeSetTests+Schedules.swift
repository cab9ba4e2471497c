import CurlClient
import Foundation
import JSONText
import TestFolders
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
    let scheduled = try await Server.scheduleAhead { [server] _, lead -> CurlResponse? in
      let response = try await server.admin(
        "POST", "/changesets/kept/publish", body: Server.time(in: lead))
      guard response.status == 200 else { return response }
      // It was published at once. That opens it again.
      #expect(try await server.admin("POST", "/changesets/kept/rollback").status == 200)
      return nil
    }
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
}
