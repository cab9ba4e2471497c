import CurlClient
import Foundation
import JSONText
import Testing

/// Experiments as flags of the OpenFeature Remote Evaluation Protocol.
@Suite final class OFREPTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.ship("home")
    try folder.write(
      #"{"items":[],"experiment":{"key":"koreans","condition":{"country":"KR"},"#
        + #""variants":[{"key":"x"},{"key":"y"}]}}"#, to: "screens/korea.json")
  }

  deinit { folder.remove() }

  private static let flags = "/ofrep/v1/evaluate/flags"

  @Test func `a flag's value is the variant that the screen is served in`() async throws {
    try await Server.run(in: folder) { server in
      for user in 1...30 {
        let answer = try await server.post(
          Self.flags + "/home-price-first", #"{"context":{"targetingKey":"\#(user)"}}"#)
        let flag = try JSONParser.parse(answer.text)
        let served = try await server.get("/screens/home?user=\(user)").value(of: "Screen-Variant")
        #expect(answer.status == 200)
        #expect(flag["value"]?.stringValue == served)
        #expect(flag["variant"]?.stringValue == served)
        #expect(flag["reason"] == "SPLIT")
        #expect(flag["key"] == "home-price-first")
      }
    }
  }

  @Test func `who is not in the experiment gets no value`() async throws {
    try await Server.run(in: folder) { server in
      let out = try await server.post(
        Self.flags + "/koreans", #"{"context":{"targetingKey":"1","country":"DE"}}"#)
      #expect(out.text == #"{"key":"koreans","reason":"DEFAULT","metadata":{"decision":"condition"}}"#)
      let inside = try await server.post(
        Self.flags + "/koreans", #"{"context":{"targetingKey":"1","country":"KR"}}"#)
      #expect(inside.text.contains(#""reason":"SPLIT","value":""#))
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
  func `what is wrong is said in the protocol's own form`(
    _ path: String, _ body: String, _ status: Int, _ code: String
  ) async throws {
    try await Server.run(in: folder) { server in
      let answer = try await server.post(Self.flags + path, body)
      #expect(answer.status == status)
      let object = try JSONParser.parse(answer.text)
      #expect(object["errorCode"]?.stringValue == code)
      #expect(object["errorDetails"]?.stringValue?.isEmpty == false)
      #expect(object["key"]?.stringValue == (path.isEmpty ? nil : String(path.dropFirst())))
    }
  }

  @Test func `all flags come with a tag, and need not come twice`() async throws {
    try await Server.run(in: folder) { server in
      let body = #"{"context":{"targetingKey":"42","country":"KR"}}"#
      let all = try await server.post(Self.flags, body)
      #expect(all.status == 200)
      let flags = try #require(try JSONParser.parse(all.text)["flags"]?.arrayValue)
      #expect(flags.map { $0["key"]?.stringValue } == ["home-price-first", "koreans"])
      let tag = try #require(all.value(of: "ETag"))
      let again = try await server.post(Self.flags, body, fields: [CurlField("If-None-Match", tag)])
      #expect(again.status == 304)
      #expect(again.value(of: "ETag") == tag)
      // Steering changes what is answered.
      _ = try await server.admin(
        "PATCH", "/experiments/home-price-first", body: #"{"status":"stopped"}"#)
      let changed = try await server.post(Self.flags, body, fields: [CurlField("If-None-Match", tag)])
      #expect(changed.status == 200)
      #expect(changed.text.contains(#""reason":"DISABLED","value":"control""#))
      // One flag that can't be evaluated is no fault of the others.
      let nobody = try JSONParser.parse(try await server.post(Self.flags, "{}").text)
      #expect(
        nobody["flags"]?.arrayValue?.map { $0["errorCode"]?.stringValue }
          == ["TARGETING_KEY_MISSING", "TARGETING_KEY_MISSING"] || nobody["flags"]?.arrayValue?.count == 2)
      #expect(try await server.get(Self.flags).status == 405)
    }
  }
}

extension Server {
  fileprivate func post(
    _ path: String, _ body: String, fields: [CurlField] = []
  ) async throws -> CurlResponse {
    let session = try CurlSession()
    return try await session.response(
      to: CurlRequest(
        "POST", url + path, fields: [CurlField("Content-Type", "application/json")] + fields,
        body: Array(body.utf8)))
  }
}
