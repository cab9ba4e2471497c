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

  private static func time(_ seconds: TimeInterval) -> String {
    #"{"at":"\#(Date(timeIntervalSinceNow: seconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))"}"#
  }

  @Test func `a scheduled draft is published once, also when the server was not running`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["soon"]))
      #expect(try await server.admin("POST", "/screens/lines/publish", body: Self.time(5)).status == 202)
      try await server.wait(for: "scheduled version") {
        try await $0.get("/screens/lines").text.contains("soon")
      }
      try await server.expect("lines", shows: ["soon"], version: 2)
      _ = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["away"]))
      #expect(try await server.admin("POST", "/screens/lines/publish", body: Self.time(5)).status == 202)
    }
    // The time comes before or after the start, which may be slow.
    try await Server.run(in: folder) { server in
      try await server.wait(for: "scheduled version") {
        try await $0.get("/screens/lines").text.contains("away")
      }
      try await server.expect("lines", shows: ["away"], version: 3)
      let history = try await server.admin("GET", "/screens/lines/versions")
      #expect(history.text.contains(#""version":3"#))
      #expect(history.text.components(separatedBy: #""via":"schedule""#).count == 3)
    }
  }
}
