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

  @Test func `a group decides who is in the experiment, also after a restart and a change`() throws {
    try folder.write(#"["ann", 7]"#, to: "screens/_groups/staff.json")
    try FolderServer.run(in: folder) { server in
      try server.expectVariant("y", of: "ann")
      try server.expectVariant(nil, of: "bob")
    }
    // The store keeps the group when its file is gone.
    try folder.delete("screens/_groups")
    try FolderServer.run(in: folder) { server in
      try server.expectVariant("y", of: "ann")
      try server.expectVariant(nil, of: "bob")
    }
    try folder.write(#"["bob"]"#, to: "screens/_groups/staff.json")
    try FolderServer.run(in: folder) { server in
      try server.expectVariant(nil, of: "ann")
      try server.expectVariant("y", of: "bob")
      #expect(try server.get("/screens/home?user=bob").value(of: "Screen-Version") == "1")
    }
  }
}

extension FolderServer {
  fileprivate func expectVariant(
    _ variant: String?, of user: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let response = try get("/screens/home?user=\(user)")
    #expect(response.value(of: "Screen-Variant") == variant, sourceLocation: sourceLocation)
  }
}
