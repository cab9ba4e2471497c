import CurlClient
import Foundation
import JSONText
import Testing

/// Change sets: several screens and documents that are seen, published and rolled back as one.
@Suite final class ChangeSetTests: Sendable {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    for name in ["ONE_LINE_TEXT", "TWO_LINE_TEXT"] {
      try folder.write(Self.textType(["text1"]), to: "screens/_types/\(name).json")
    }
    for route in ["a", "b"] {
      try folder.write(Lines.definition(["one", "two", "three"]), to: "screens/\(route).json")
    }
    try folder.write(
      #"{"screen":{"viewItems":"$items"},"item":{"viewType":"$viewType","viewObject":"$content"}}"#,
      to: "screens/_formats/viewItems.json")
  }

  deinit { folder.remove() }

  /// The schema of a content of required texts.
  static func textType(_ members: [String]) -> String {
    let properties = members.map { #""\#($0)":{"type":"string"}"# }.joined(separator: ",")
    let required = members.map { #""\#($0)""# }.joined(separator: ",")
    return
      #"{"type":"object","properties":{\#(properties)},"required":[\#(required)],"additionalProperties":false}"#
  }

  @Test func `screens and a view type that need each other are published as one revision`() async throws {
    try await Server.run(in: folder) { server in
      try await server.makeSet("winter")
      // A view type that makes published screens invalid, and the screens that go with it: in a set, in any order.
      let type = Self.textType(["text1", "text2"])
      #expect(try await server.admin("PUT", "/view-types/ONE_LINE_TEXT", body: type).status == 409)
      #expect(try await server.inSet("winter", "PUT", "/view-types/ONE_LINE_TEXT", body: type).status == 200)
      let open = try await server.changeSet("winter")
      #expect(open["isPublishable"] == false)
      #expect(open["problems"]?.arrayValue?.compactMap { $0["subject"] } == ["screens/a", "screens/b"])
      let refused = try await server.admin("POST", "/changesets/winter/publish")
      #expect(refused.status == 422 && refused.text.contains("invalid-changeset"), "\(refused.text)")
      // All errors are told, not only the first.
      let problems = try JSONParser.parse(refused.text)["problems"]?.arrayValue ?? []
      #expect(
        problems.count == 2 && problems.allSatisfy { $0["errors"]?.arrayValue?.count == 3 }, "\(problems)")
      try await server.expect("a", shows: ["one", "two", "three"], version: 1)
      for route in ["a", "b"] {
        let put = try await server.inSet(
          "winter", "PUT", "/screens/\(route)",
          body:
            #"{"items":[{"id":"x","viewType":"ONE_LINE_TEXT","content":{"text1":"\#(route)","text2":"!"}}]}"#)
        #expect(put.status == 200, "\(put.text)")
      }
      let before = try await server.revision()
      let published = try await server.admin("POST", "/changesets/winter/publish")
      #expect(published.status == 200, "\(published.text)")
      #expect(published.value(of: "Marquee-Revision") == String(before + 1))
      #expect(
        try await server.get("/screens/b").text
          == #"{"viewItems":[{"viewType":"ONE_LINE_TEXT","viewObject":{"text1":"b","text2":"!"}}]}"#)
      // Named in the history and in the audit.
      let versions = try await server.admin("GET", "/screens/a/versions").text
      #expect(
        versions.contains(#""via":"changeset""#) && versions.contains("change set winter"), "\(versions)")
      let audit = try await server.admin("GET", "/audit").text
      #expect(audit.contains(#""action":"publish-changeset","subject":"winter""#), "\(audit)")
      // A published set is closed.
      let late = try await server.inSet("winter", "PUT", "/screens/a", body: Lines.definition([]))
      #expect(late.status == 409 && late.text.contains("changeset-published"), "\(late.text)")
      #expect(try await server.admin("POST", "/changesets/winter/publish").status == 409)

      let undone = try await server.admin("POST", "/changesets/winter/rollback")
      #expect(undone.status == 200, "\(undone.text)")
      for route in ["a", "b"] {
        try await server.expect(route, shows: ["one", "two", "three"], version: 3)
      }
      #expect(try await server.get("/view-types/ONE_LINE_TEXT").text == Self.textType(["text1"]))
      // Open again, with what it held.
      #expect(try await server.get("/c/winter/screens/a").text.contains(#""text2":"!""#))
      #expect(try await server.admin("POST", "/changesets/winter/publish").status == 200)
    }
  }

  @Test func `a set shows its changes under its path alone, and follows the server in everything else`()
    async throws
  {
    try await Server.run(in: folder) { server in
      try await server.makeSet("look")
      _ = try await server.inSet("look", "PUT", "/screens/a", body: Lines.definition(["in-the-set"]))
      _ = try await server.inSet("look", "PUT", "/screens/new", body: Lines.definition(["new"]))
      _ = try await server.inSet("look", "DELETE", "/screens/b")
      #expect(try await server.get("/c/look/screens/a").text == Lines.viewItems(["in-the-set"]))
      #expect(try await server.get("/c/look/screens/b").status == 410)
      #expect(try await server.get("/c/look/preview/new").text.contains("<!doctype html>"))
      try await server.expect("a", shows: ["one", "two", "three"], version: 1)
      #expect(try await server.get("/screens/new").status == 404)
      // What the set does not change is the server's, also what is published later.
      _ = try await server.admin("PUT", "/screens/later", body: Lines.definition(["later"]))
      #expect(try await server.get("/c/look/screens/later").text == Lines.viewItems(["later"]))
      // Two people in one set do not overwrite each other.
      let first = try await server.inSet("look", "GET", "/screens/a")
      let tag = try #require(first.value(of: "ETag"))
      #expect(
        try await server.inSet("look", "PUT", "/screens/a", body: Lines.definition(["x"]), ifMatch: tag)
          .status == 200)
      #expect(
        try await server.inSet("look", "PUT", "/screens/a", body: Lines.definition(["y"]), ifMatch: tag)
          .status == 412)
      // No sets within a set, and no tokens.
      #expect(try await server.inSet("look", "POST", "/changesets", body: #"{"name":"inner"}"#).status == 409)
      #expect(try await server.get("/c/nothing/screens/a").text.contains("unknown-changeset"))
      #expect(try await server.admin("POST", "/changesets", body: #"{"name":"look"}"#).status == 409)
      #expect(try await server.admin("POST", "/changesets", body: #"{"name":"no/slash"}"#).status == 422)
      #expect(try await server.admin("DELETE", "/changesets/look").status == 200)
      #expect(try await server.get("/c/look/screens/a").status == 404)
    }
  }

  @Test func `formats and preview templates are changed like view types`() async throws {
    try await Server.run(in: folder) { server in
      let format = #"{"screen":{"rows":"$items"},"item":"$content"}"#
      #expect(try await server.admin("PUT", "/formats/rows", body: format).status == 201)
      #expect(try await server.get("/screens/a?format=rows").text.hasPrefix(#"{"rows":[{"text1":"one"}"#))
      #expect(try await server.admin("GET", "/formats/rows").text == format)
      let bad = try await server.admin(
        "PUT", "/formats/rows", body: "{\n \"screen\":{\"rows\":\"$itemz\"},\"item\":1}")
      #expect(bad.status == 422 && bad.text.contains(#""line":2"#), "\(bad.text)")
      // A format that a screen names cannot go.
      let named = #"{"format":"rows","items":[]}"#
      #expect(try await server.admin("PUT", "/screens/named", body: named).status == 201)
      let refused = try await server.admin("DELETE", "/formats/rows")
      #expect(refused.status == 409 && refused.text.contains("named"), "\(refused.text)")
      #expect(try await server.admin("DELETE", "/screens/named").status == 200)
      #expect(try await server.admin("DELETE", "/formats/rows").status == 200)
      #expect(try await server.get("/screens/a?format=rows").status == 400)

      let template = #"{"text":"$text1"}"#
      let path = "/preview-templates/ONE_LINE_TEXT"
      #expect(try await server.admin("PUT", path, body: #"{"text":"$nothing"}"#).status == 422)
      #expect(try await server.admin("PUT", path, body: template).status == 201)
      #expect(try await server.admin("GET", path).text == template)
      #expect(try await server.admin("DELETE", path).status == 200)
      #expect(try await server.admin("GET", path).status == 404)

      #expect(try await server.admin("DELETE", "/view-types/ONE_LINE_TEXT").status == 409)
      #expect(try await server.admin("DELETE", "/view-types/TWO_LINE_TEXT").status == 200)
      #expect(try await server.get("/view-types/TWO_LINE_TEXT").status == 404)
    }
    // Also after a restart, which reads the folder: the files have not changed.
    try await Server.run(in: folder) { server in
      let type = try await server.get("/view-types/TWO_LINE_TEXT")
      #expect(type.status == 404)
    }
  }

  // MARK: Whole folders

  @Test func `content replaces all that a set changes, and what equals the server is no change`() async throws
  {
    try await Server.run(in: folder) { server in
      let same = Lines.definition(["one", "two", "three"])
      let content =
        #"{"message":"From a branch","ttl":600,"screens":{"a":\#(same),"b":\#(Lines.definition(["new"])),"c":\#(same)}}"#
      let made = try await server.admin("PUT", "/changesets/branch/content", body: content)
      #expect(made.status == 201, "\(made.text)")
      let set = try JSONParser.parse(made.text)
      #expect(set["changes"] == ["screens/b", "screens/c"])
      #expect(set["screens"]?.arrayValue?.compactMap { $0["effect"] } == ["updated", "created"])
      let again = try await server.admin(
        "PUT", "/changesets/branch/content", body: #"{"screens":{"b":\#(Lines.definition(["newer"]))}}"#)
      #expect(again.status == 200)
      #expect(try JSONParser.parse(again.text)["changes"] == ["screens/b"])
      #expect(try await server.get("/c/branch/screens/c").status == 404)
      #expect(try await server.get("/c/branch/screens/b").text == Lines.viewItems(["newer"]))
      for (body, place) in [
        (#"{"screens":[]}"#, "/screens"), (#"{"screens":{"../x":{}}}"#, "/screens/..~1x"),
        (#"{"views":{}}"#, "/views"), (#"{"ttl":0}"#, "/ttl"),
      ] {
        let refused = try await server.admin("PUT", "/changesets/branch/content", body: body)
        #expect(refused.status == 422 && refused.text.contains(place), "\(refused.text)")
      }
    }
  }

  @Test func `editors write in sets, and publishers publish them`() async throws {
    try await Server.run(in: folder) { server in
      func token(_ scope: String) async throws -> String {
        let made = try await server.admin("PUT", "/tokens/\(scope)er", body: #"{"scope":"\#(scope)"}"#)
        let secret = try JSONParser.parse(made.text)["token"]?.stringValue
        return try #require(secret)
      }
      let (editor, reader) = (try await token("edit"), try await token("read"))
      #expect(
        try await server.admin("POST", "/changesets", body: #"{"name":"ed"}"#, token: reader).status == 403)
      #expect(
        try await server.admin("POST", "/changesets", body: #"{"name":"ed"}"#, token: editor).status == 201)
      let put = try await server.inSet(
        "ed", "PUT", "/screens/a", body: Lines.definition(["x"]), token: editor)
      #expect(put.status == 200, "\(put.text)")
      #expect(
        try await server.admin("PUT", "/screens/a", body: Lines.definition(["x"]), token: editor).status
          == 403)
      #expect(try await server.inSet("ed", "PUT", "/screens/a", body: "{}", token: reader).status == 403)
      #expect(try await server.admin("POST", "/changesets/ed/publish", token: editor).status == 403)
      #expect(try await server.admin("GET", "/changesets/ed", token: reader).status == 200)
      let anonymous = try await CurlSession().response(
        to: CurlRequest(
          "PUT", server.url + "/c/ed/admin/screens/a", body: Array(Lines.definition(["x"]).utf8)))
      #expect(anonymous.status == 401)
      let explained = try await CurlSession().response(
        to: CurlRequest("POST", server.url + "/c/ed/screens/a/explain", body: Array(#"{"user":"1"}"#.utf8)))
      #expect(explained.status == 200, "\(explained.text)")
      #expect(try await server.admin("POST", "/changesets/ed/publish").status == 200)
    }
  }
}
