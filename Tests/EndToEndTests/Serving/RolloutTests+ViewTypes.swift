import CurlClient
import JSONText
import TestFolders
import Testing

/// View types that are published with a guard.
extension RolloutTests {
  private static func schema(_ properties: String, required: String = "text") -> String {
    """
    {"type":"object","properties":{"text":{"type":"string"},"note":{"type":"string"}\(properties)},
     "required":["\(required)"],"additionalProperties":false}
    """
  }

  private static let first = schema("")
  private static let compatible = schema(#","more":{"type":"string"}"#)
  private static let breaking = schema("", required: "note")

  private static func definition(_ text: String) -> String {
    #"{"items":[{"id":"a","viewType":"NOTE","content":{"text":"\#(text)","note":"x"}}]}"#
  }

  @Test func `a view type has a guard only if it is compatible, alone and in a change set`() async throws {
    try await Server.run(in: folder) { server in
      let path = "/view-types/NOTE"
      #expect(try await server.write("PUT", path, body: Self.first).status == 201)
      #expect(try await server.write("PUT", "/screens/home", body: Self.definition("old")).status == 201)
      let refused = try await server.write("PUT", path + "?guard=1,100", body: Self.breaking)
      #expect(refused.status == 409 && refused.problem == "not-guardable", "\(refused.text)")
      #expect(refused.text.contains("breaking for screens"), "\(refused.text)")
      #expect(try await server.write("PUT", path + "?guard=0", body: Self.compatible).status == 400)
      let titled = Self.first.replacing(#""object","#, with: #""object","title":"A","#)
      let compatible = try await server.write("PUT", path + "?guard=1,100", body: titled)
      #expect(compatible.status == 200, "\(compatible.text)")

      // A screen in the set goes to some units, its compatible view type to all.
      func set(_ name: String, _ schema: String) async throws -> CurlResponse {
        _ = try await server.write("POST", "/changesets", body: #"{"name":"\#(name)"}"#)
        for (place, body) in [("view-types/NOTE", schema), ("screens/home", Self.definition("new"))] {
          let put = try await server.send(
            "PUT", "/c/\(name)/admin/\(place)", body: body,
            fields: [CurlField("Authorization", "Bearer \(Server.token)")])
          #expect(put.status == 200, "\(put.text)")
        }
        return try await server.write("POST", "/changesets/\(name)/publish?guard=50,100")
      }
      // Without a screen, there is nothing that units could get step by step.
      _ = try await server.write("POST", "/changesets", body: #"{"name":"types"}"#)
      for query in ["", "?guard=1,100"] {
        let put = try await server.send(
          "PUT", "/c/types/admin/view-types/NOTE" + query, body: Self.first,
          fields: [CurlField("Authorization", "Bearer \(Server.token)")])
        #expect(put.status == (query.isEmpty ? 200 : 409), "\(put.text)")
      }
      let types = try await server.write("POST", "/changesets/types/publish?guard=50,100")
      #expect(types.status == 200, "\(types.text)")
      #expect(try await server.admin("GET", "/rollouts").text.contains(#""rollouts":[]"#))
      let inSet = try await set("harsh", Self.breaking)
      #expect(inSet.status == 409 && inSet.problem == "not-guardable", "\(inSet.text)")
      let published = try await set("mild", Self.compatible)
      #expect(published.status == 200, "\(published.text)")
      #expect(try await server.get("/view-types/NOTE").text.contains("more"))
      var texts: Set<String> = []
      for user in 0..<40 {
        let served = try await server.served("home", "?user=unit-\(user)")
        #expect(served.text.contains(served.version == 2 ? "new" : "old") && served.report != nil)
        texts.insert(served.text)
      }
      #expect(texts.count == 2)
      let id = try #require(
        try JSONParser.parse(published.text)["rollout"]?["id"]?.stringValue, "\(published.text)")
      #expect(try await server.admin("POST", "/rollouts/\(id)/rollback").status == 200)
      #expect(try await server.served("home", "?user=unit-1").version == 3)
      #expect(try await server.get("/view-types/NOTE").text.contains("more"))
    }
  }
}
