import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Drafts, and their scheduled publication.
@Suite final class DraftTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  /// Schedules a draft with a text and the number of the attempt.
  /// - Returns: the number, which is also that of the versions that were published at once.
  private func schedule(_ text: String, on server: Server) async throws -> Int {
    try await Server.scheduleAhead { number, lead -> Int? in
      _ = try await server.admin(
        "PUT", "/screens/lines/draft", body: Lines.definition(["\(text)-\(number)"]))
      let scheduled = try await server.admin(
        "POST", "/screens/lines/publish", body: Server.time(in: lead))
      if scheduled.status == 200 { return nil }
      #expect(scheduled.status == 202, "\(scheduled.text)")
      return number
    }
  }

  @Test func `a scheduled draft is published once, also when the server was not running`() async throws {
    var (version, away) = (1, "")
    try await Server.run(in: folder) { server in
      let first = try await schedule("soon", on: server)
      version += first + 1
      try await server.wait(for: "scheduled version") {
        try await $0.get("/screens/lines").text.contains("soon-\(first)")
      }
      try await server.expect("lines", shows: ["soon-\(first)"], version: version)
      let second = try await schedule("away", on: server)
      version += second + 1
      away = "away-\(second)"
    }
    // The time comes before or after the start, which may be slow.
    try await Server.run(in: folder) { server in
      try await server.wait(for: "scheduled version") {
        try await $0.get("/screens/lines").text.contains(away)
      }
      try await server.expect("lines", shows: [away], version: version)
      let history = try await server.admin("GET", "/screens/lines/versions")
      #expect(history.text.contains(#""version":\#(version)"#))
      #expect(history.text.components(separatedBy: #""via":"schedule""#).count == 3)
    }
  }
}
