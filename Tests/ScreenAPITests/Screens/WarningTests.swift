import Foundation
import JSONText
import TestFolders
import Testing

/// The `warnings` of responses to writes.
@Suite final class WarningTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  private static let definition =
    #"{"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}],"experiment":{"key":"e","variants":"#
    + #"[{"key":"a"},{"key":"b","changes":[{"op":"remove","id":"ONE_LINE_TEXT-1"}]}]}}"#

  private static func codes(_ text: String) throws -> [String] {
    (try JSONParser.parse(text)["warnings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
  }

  @Test func `a definition with warnings is published, and the response has them`() throws {
    try FolderServer.run(in: folder) { server in
      let dry = try server.admin("PUT", "/screens/x?dryRun=true", body: Self.definition)
      #expect(try Self.codes(dry.text) == ["filled-in-id"])
      let first = try server.admin("PUT", "/screens/x", body: Self.definition)
      #expect(first.status == 201)
      let warning = try #require(try JSONParser.parse(first.text)["warnings"]?.arrayValue?.first)
      #expect(warning["pointer"] == "/experiment/variants/1/changes/0/id")
      #expect(warning["line"] == 1 && warning["column"] == 155, "\(warning)")
      #expect(warning["hint"]?.stringValue?.hasSuffix(#""id": "ONE_LINE_TEXT-1""#) == true, "\(warning)")
      // The published definition has the id, so whoever reads it and sends it back gets no warning.
      let published = try server.admin("GET", "/screens/x").text
      let again = try server.admin("PUT", "/screens/x", body: published)
      #expect(again.status == 200)
      #expect(!again.text.contains("warnings"), "\(again.text)")
    }
  }

  @Test func `a patch has warnings about what it adds`() throws {
    try FolderServer.run(in: folder) { server in
      _ = try server.admin("PUT", "/screens/x", body: Lines.definition(["a"]))
      let patch =
        #"[{"op":"add","path":"/items/0","value":{"viewType":"ONE_IMAGE","content":{"url":"https://e.x/a"}}},"#
        + #"{"op":"add","path":"/experiment","value":{"key":"e","variants":[{"key":"a"},{"key":"b","changes":"#
        + #"[{"op":"remove","id":"ONE_IMAGE-1"}]}]}}]"#
      let response = try server.admin(
        "PATCH", "/screens/x", fields: [("Content-Type", "application/json-patch+json")], body: patch)
      #expect(response.status == 200, "\(response.text)")
      #expect(try Self.codes(response.text) == ["filled-in-id"])
      #expect(try JSONParser.parse(response.text)["warnings"]?.arrayValue?.first?["line"] == nil)
    }
  }

  @Test func `a draft has its warnings when it is saved, read and published`() throws {
    try FolderServer.run(in: folder) { server in
      let saved = try server.admin("PUT", "/screens/x/draft", body: Self.definition)
      #expect(saved.status == 201)
      #expect(try Self.codes(saved.text) == ["filled-in-id"])
      #expect(try JSONParser.parse(saved.text)["errors"] == [])
      #expect(try Self.codes(try server.admin("GET", "/screens/x/draft").text) == ["filled-in-id"])
      #expect(try Self.codes(try server.admin("POST", "/screens/x/publish").text) == ["filled-in-id"])
    }
  }

  @Test func `a namespace is compared with the experiments of other screens, also in a change set`() throws {
    func definition(_ key: String, _ attribute: String) -> String {
      #"{"items":[],"experiment":{"key":"\#(key)","namespace":["n",0,0.5],"hashAttribute":"\#(attribute)","#
        + #""variants":[{"key":"a"},{"key":"b"}]}}"#
    }
    try FolderServer.run(in: folder) { server in
      let one = try server.admin("PUT", "/screens/one", body: definition("one", "user"))
      #expect(try Self.codes(one.text) == [])
      let dry = try server.admin("PUT", "/screens/two?dryRun=true", body: definition("two", "company"))
      #expect(try Self.codes(dry.text) == ["mixed-namespace"])
      _ = try server.admin("POST", "/changesets", body: #"{"name":"s"}"#)
      let put = try server.request(
        "PUT", "/c/s/admin/screens/two", fields: [("Authorization", "Bearer \(FolderServer.token)")],
        body: definition("two", "company"))
      #expect(try Self.codes(put.text) == ["mixed-namespace"], "\(put.text)")
      let review = try JSONParser.parse(try server.admin("GET", "/changesets/s").text)
      let screen = try #require(review["screens"]?.arrayValue?.first)
      #expect(try Self.codes(screen.text) == ["mixed-namespace"])
      #expect(review["isPublishable"] == true)
    }
  }
}
