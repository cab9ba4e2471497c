import Foundation
import JSONText
import TestFolders
import Testing

/// Experiments as flags of the OpenFeature Remote Evaluation Protocol.
@Suite final class OFREPTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.ship("home")
    try folder.write(
      #"{"items":[],"experiment":{"key":"koreans","condition":{"country":"KR"},"#
        + #""variants":[{"key":"x"},{"key":"y"}]}}"#, to: "screens/korea.json")
  }

  private static let flags = "/ofrep/v1/evaluate/flags"

  @Test func `a flag's value is the variant of the served screen`() throws {
    try FolderServer.run(in: folder) { server in
      for user in 1...30 {
        let response = try server.post(
          Self.flags + "/home-price-first", #"{"context":{"targetingKey":"\#(user)"}}"#)
        let flag = try JSONParser.parse(response.text)
        let served = try server.get("/screens/home?user=\(user)").value(of: "Screen-Variant")
        #expect(response.status == 200)
        #expect(flag["value"]?.stringValue == served)
        #expect(flag["variant"]?.stringValue == served)
        #expect(flag["reason"] == "SPLIT")
        #expect(flag["key"] == "home-price-first")
      }
    }
  }

  @Test func `a user outside the experiment gets no value and an empty variant`() throws {
    try FolderServer.run(in: folder) { server in
      let out = try server.post(
        Self.flags + "/koreans", #"{"context":{"targetingKey":"1","country":"DE"}}"#)
      #expect(
        out.text == #"{"key":"koreans","reason":"DEFAULT","variant":"","metadata":{"decision":"condition"}}"#)
      let inside = try server.post(
        Self.flags + "/koreans", #"{"context":{"targetingKey":"1","country":"KR"}}"#)
      #expect(inside.text.contains(#""reason":"SPLIT","value":""#))
    }
  }

  @Test(.bug(id: "F51")) func `attributes that are too large for a large condition are refused`() throws {
    let list = { (count: Int) in "[\((0..<count).map { "\($0)" }.joined(separator: ","))]" }
    try folder.write(
      #"{"items":[],"experiment":{"key":"all","condition":{"tags":{"$all":\#(list(9_000))}},"#
        + #""variants":[{"key":"x"},{"key":"y"}]}}"#, to: "screens/tags.json")
    try FolderServer.run(in: folder) { server in
      let detail = "the attributes are too large for the conditions of the experiments"
      let large = #"{"user":"7","tags":\#(list(5_000))}"#
      let explained = try server.post("/screens/tags/explain", large)
      #expect(explained.status == 422)
      #expect(explained.text.contains(#""code":"too-many""#) && explained.text.contains(detail))
      for path in ["", "/all"] {
        let flags = try server.post(Self.flags + path, #"{"context":\#(large)}"#)
        #expect(flags.status == 400)
        #expect(flags.text.contains("INVALID_CONTEXT") && flags.text.contains(detail))
      }
      // The same attributes for a small condition, and small ones for the large condition.
      #expect(try server.post("/screens/korea/explain", large).status == 200)
      #expect(try server.post("/screens/tags/explain", #"{"user":"7","tags":[1]}"#).status == 200)
    }
  }

  @Test(arguments: [
    ("/home-price-first", #"{"context":{}}"#, 400, "TARGETING_KEY_MISSING"),
    ("/home-price-first", "{}", 400, "TARGETING_KEY_MISSING"),
    ("/home-price-first", "{", 400, "PARSE_ERROR"),
    ("/home-price-first", "", 400, "PARSE_ERROR"),
    ("/home-price-first", #"{"context":7}"#, 400, "INVALID_CONTEXT"),
    ("/home-price-first", #"{"context":{"targetingKey":7}}"#, 400, "INVALID_CONTEXT"),
    ("/home-price", #"{"context":{"targetingKey":"7"}}"#, 404, "FLAG_NOT_FOUND"),
    ("", "[", 400, "PARSE_ERROR"),
  ])
  func `errors have the protocol's form`(
    _ path: String, _ body: String, _ status: Int, _ code: String
  ) throws {
    try FolderServer.run(in: folder) { server in
      let response = try server.post(Self.flags + path, body)
      #expect(response.status == status)
      let object = try JSONParser.parse(response.text)
      #expect(object["errorCode"]?.stringValue == code)
      #expect(object["errorDetails"]?.stringValue?.isEmpty == false)
      #expect(object["key"]?.stringValue == (path.isEmpty ? nil : String(path.dropFirst())))
    }
  }

  @Test func `all flags have an entity tag and are not sent twice`() throws {
    try FolderServer.run(in: folder) { server in
      let body = #"{"context":{"targetingKey":"42","country":"KR"}}"#
      let all = try server.post(Self.flags, body)
      #expect(all.status == 200)
      let flags = try #require(try JSONParser.parse(all.text)["flags"]?.arrayValue)
      #expect(flags.map { $0["key"]?.stringValue } == ["home-price-first", "koreans"])
      let tag = try #require(all.value(of: "ETag"))
      let again = try server.post(Self.flags, body, fields: [("If-None-Match", tag)])
      #expect(again.status == 304)
      #expect(again.value(of: "ETag") == tag)
      // A stopped experiment changes the flags.
      _ = try server.admin(
        "PATCH", "/experiments/home-price-first", body: #"{"status":"stopped"}"#)
      let changed = try server.post(Self.flags, body, fields: [("If-None-Match", tag)])
      #expect(changed.status == 200)
      #expect(changed.text.contains(#""reason":"DISABLED","value":"control""#))
      // A flag that cannot be evaluated does not fail the others.
      let nobody = try JSONParser.parse(try server.post(Self.flags, "{}").text)
      #expect(
        nobody["flags"]?.arrayValue?.map { $0["errorCode"]?.stringValue }
          == ["TARGETING_KEY_MISSING", "TARGETING_KEY_MISSING"] || nobody["flags"]?.arrayValue?.count == 2)
      #expect(try server.get(Self.flags).status == 405)
    }
  }
}

extension FolderServer {
  fileprivate func post(
    _ path: String, _ body: String, fields: [FolderServer.Field] = []
  ) throws -> FolderServer.Response {
    try request("POST", path, fields: [("Content-Type", "application/json")] + fields, body: body)
  }
}
