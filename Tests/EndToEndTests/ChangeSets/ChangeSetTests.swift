import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Change sets: several screens and documents that are seen, published and rolled back as one.
@Suite final class ChangeSetTests: Sendable {
  let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
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

  @Test func `many write in one set at once, and none is refused`() async throws {
    try await Server.run(in: folder) { server in
      try await server.makeSet("busy")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<24 {
          group.addTask {
            let put = try await server.inSet(
              "busy", "PUT", "/screens/s\(number)", body: Lines.definition(["x"]))
            #expect(put.status == 201, "\(put.text)")
            _ = try await server.admin(
              "PUT", "/screens/outside\(number % 4)", body: Lines.definition(["\(number)"]))
          }
        }
        try await group.waitForAll()
      }
      #expect(try await server.changeSet("busy")["changes"]?.arrayValue?.count == 24)
    }
  }
}
