import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Groups: lists that conditions name.
@Suite final class GroupTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(
      #"{"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}],"#
        + #""experiment":{"key":"staff-first","condition":{"user":{"$inGroup":"staff"}},"#
        + #""variants":[{"key":"x","weight":0},{"key":"y","weight":1}]}}"#, to: "screens/home.json")
  }

  @Test func `changed groups take effect without a restart`() async throws {
    try folder.write(#"["ann"]"#, to: "screens/_groups/staff.json")
    try await Server.run(in: folder, ["--admin-token", Server.token, "--watch"]) { server in
      #expect(try await server.get("/screens/home?user=bob").value(of: "Screen-Variant") == nil)
      try folder.write(#"["bob"]"#, to: "screens/_groups/staff.json")
      try await server.wait(for: "group") {
        try await $0.get("/screens/home?user=bob").value(of: "Screen-Variant") == "y"
      }
    }
  }
}
