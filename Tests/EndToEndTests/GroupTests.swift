import CurlClient
import Foundation
import JSONText
import Testing

/// Lists that conditions name.
@Suite final class GroupTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(
      #"{"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}],"#
        + #""experiment":{"key":"staff-first","condition":{"user":{"$inGroup":"staff"}},"#
        + #""variants":[{"key":"x","weight":0},{"key":"y","weight":1}]}}"#, to: "screens/home.json")
  }

  deinit { folder.remove() }

  @Test func `who is in the group is in the experiment, also after a restart and a change`() async throws {
    try folder.write(#"["ann", 7]"#, to: "screens/_groups/staff.json")
    try await Server.run(in: folder) { server in
      try await server.expectVariant("y", of: "ann")
      try await server.expectVariant(nil, of: "bob")
    }
    // The file is gone; what was taken over stays.
    try folder.delete("screens/_groups")
    try await Server.run(in: folder) { server in
      try await server.expectVariant("y", of: "ann")
      try await server.expectVariant(nil, of: "bob")
    }
    try folder.write(#"["bob"]"#, to: "screens/_groups/staff.json")
    try await Server.run(in: folder) { server in
      try await server.expectVariant(nil, of: "ann")
      try await server.expectVariant("y", of: "bob")
      #expect(try await server.get("/screens/home?user=bob").value(of: "Screen-Version") == "1")
    }
  }

  @Test func `a group that there is not is an error with its place`() async throws {
    let run = try await Program.run(["validate"], in: folder)
    #expect(run.status == 1)
    #expect(run.errors.isEmpty == false || run.output.contains("unknown group"))
    #expect(
      (run.output + run.errors).contains(#"unknown group "staff"; a group is a file, _groups/staff.json"#))
  }

  @Test func `a group is an array of plain values`() async throws {
    try folder.write(#"{"staff": true}"#, to: "screens/_groups/staff.json")
    try folder.write("[1,\n[2]]", to: "screens/_groups/other.json")
    let run = try await Program.run(["validate"], in: folder)
    let told = run.output + run.errors
    #expect(
      told.contains("screens/_groups/staff.json:1:1: error: a group is an array of values, not an object"))
    #expect(
      told.contains(
        "screens/_groups/other.json:2:1: error: a member of a group is a string, a number or a boolean, not an array"
      ))
  }

  @Test func `watched groups take effect without a restart`() async throws {
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

extension Server {
  fileprivate func expectVariant(
    _ variant: String?, of user: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let answer = try await get("/screens/home?user=\(user)")
    #expect(answer.value(of: "Screen-Variant") == variant, sourceLocation: sourceLocation)
  }
}
