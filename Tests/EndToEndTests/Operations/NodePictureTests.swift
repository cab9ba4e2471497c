import CurlClient
import Eventually
import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// What authors on several nodes share beside screens: uploaded pictures, and who has which screen open.
@Suite(.postgres) struct NodePictureTests {
  private static let picture = "GIF89a on all nodes"

  private func upload(_ server: Server) async throws -> String {
    let response = try await server.write("POST", "/assets", body: Self.picture)
    #expect(response.status == 201, "\(response.text)")
    let uri = try #require(try JSONParser.parse(response.text)["uri"]?.stringValue)
    return String(uri.dropFirst(6))
  }

  @Test func `a picture is on all nodes, also after its own was killed`() async throws {
    try await Nodes.run { nodes in
      let servers = try await nodes.start(2, on: try await SharedCluster.store())
      let (a, b) = (servers[0], servers[1])
      let name = try await upload(a)
      await nodes.end(a, by: SIGKILL)
      try await b.wait(for: "picture") { try await $0.get("/assets/\(name)").text == Self.picture }
      #expect(try await upload(b) == name)
      let content = #"{"items":[{"id":"p","viewType":"ONE_IMAGE","content":{"url":"asset:\#(name)"}}]}"#
      #expect(try await b.write("PUT", "/screens/photo", body: content).status == 201)
    }
  }

  @Test func `an editor on one node sees those on the other`() async throws {
    try await Nodes.run { nodes in
      let servers = try await nodes.start(2, on: try await SharedCluster.store())
      func note(_ server: Server, _ body: String) async throws -> [JSONValue] {
        let response = try await server.write("POST", "/presence/home", body: body)
        return try JSONParser.parse(response.text)["others"]?.arrayValue ?? []
      }
      #expect(try await note(servers[0], #"{"editor":"a"}"#).isEmpty)
      // A busy machine can take longer, so the editor goes on to other items until the other node knows one in time.
      var number = 0
      let isInTime = try await eventuallyHolds {
        number += 1
        let item = "ti tle \(number)"
        _ = try await note(servers[0], #"{"editor":"a","item":"\#(item)","isEditing":true}"#)
        let expected: [JSONValue] = [["name": "admin", "item": .string(item), "isEditing": true]]
        return try await eventuallyHolds(within: .seconds(5)) {
          try await note(servers[1], #"{"editor":"b"}"#) == expected
        }
      }
      #expect(isInTime)
      // An editor is forgotten six seconds after its last sign, so each question follows one.
      try await servers[0].wait(for: "the other editor") {
        _ = try await note(servers[1], #"{"editor":"b"}"#)
        return try await note($0, #"{"editor":"a"}"#).map { $0["item"] } == [.null]
      }
      // Nothing of it is stored.
      let audit = try await servers[0].admin("GET", "/audit")
      #expect(audit.status == 200 && !audit.text.contains("ti tle"))
      try await servers[1].wait(for: "end of the other editor") {
        try await note($0, #"{"editor":"b"}"#).isEmpty
      }
    }
  }
}
