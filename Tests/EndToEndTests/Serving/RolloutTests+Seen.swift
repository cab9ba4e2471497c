import CurlClient
import JSONText
import TestFolders
import Testing

/// What the server sees itself of the screens of a rollout.
extension RolloutTests {
  private func event(_ name: String, of id: String, _ server: Server) async throws -> (new: Int, old: Int) {
    let events = try await server.rollout(id)["events"]?.arrayValue ?? []
    let event = try #require(events.first { $0["name"]?.stringValue == name })
    return (event["new"]?.numberValue?.intValue ?? -1, event["old"]?.numberValue?.intValue ?? -1)
  }

  private func addTypes(_ server: Server) async throws {
    for type in ["TEXT", "VIDEO"] {
      let put = try await server.write("PUT", "/view-types/\(type)", body: #"{"type":"object"}"#)
      #expect(put.status == 201, "\(put.text)")
    }
  }

  @Test func `items that an app cannot show count once for each unit, without a report`() async throws {
    try await Server.run(in: folder) { server in
      try await addTypes(server)
      let text = #"{"id":"a","viewType":"TEXT","content":{}}"#
      func definition(_ items: String) -> String { #"{"items":[\#(text)\#(items)]}"# }
      #expect(try await server.write("PUT", "/screens/home", body: definition("")).status == 201)
      let video = #"{"id":"b","viewType":"VIDEO","content":{}}"#
      let replaced =
        #"{"id":"c","viewType":"VIDEO","content":{},"fallback":{"viewType":"TEXT","content":{}}}"#
      let put = try await server.write(
        "PUT", "/screens/home?guard=50,100", body: definition(",\(video),\(replaced)"))
      let id = try Server.rollout(of: put)
      var newUnits = 0
      for user in (0..<40).map({ "unit-\($0)" }) {
        // Once for the first unit: its first request, which waits for the versions to be read, counts, too.
        for types in (user == "unit-0" ? [] : ["TEXT"]) + ["TEXT", "TEXT, VIDEO"] {
          let served = try await server.get(
            "/screens/home?user=\(user)", fields: [CurlField("Accept-View-Types", types)])
          #expect(served.status == 200)
          if types == "TEXT, VIDEO", served.value(of: "Screen-Version") == "2" { newUnits += 1 }
        }
      }
      // Units that show everything, or that are not in the rollout.
      for user in 100..<110 { _ = try await server.get("/screens/home?user=unit-\(user)") }
      _ = try await server.get("/screens/home?version=2", fields: [CurlField("Accept-View-Types", "TEXT")])
      #expect((5..<36).contains(newUnits))
      for name in ["no-cell", "unknown-view-type"] {
        try await server.wait(for: name) { try await event(name, of: id, $0).new == newUnits }
        #expect(try await event(name, of: id, server).old == 0)
      }
      #expect(try await event("content-failed", of: id, server) == (0, 0))
    }
  }

  @Test func `a version that the server cannot send is stopped, without a report`() async throws {
    try folder.write(
      #"{"steps":[50,100],"hold":"0s","settle":"0s","events":["content-failed"]}"#,
      to: "screens/_guards/fast.json")
    try await Server.run(in: folder, Self.proxied) { server in
      try await addTypes(server)
      // A format that repeats everything, so that a long text does not fit into memory.
      let items = Array(repeating: #""$items""#, count: 100).joined(separator: ",")
      let format = #"{"screen":[\#(items)],"item":"$content"}"#
      #expect(try await server.write("PUT", "/formats/all", body: format).status == 201)
      func definition(_ length: Int) -> String {
        let text = String(repeating: "x", count: length)
        return #"{"format":"all","items":[{"viewType":"TEXT","content":{"text":"\#(text)"}}]}"#
      }
      #expect(try await server.write("PUT", "/screens/home", body: definition(1)).status == 201)
      let put = try await server.write("PUT", "/screens/home?guard=fast", body: definition(400_000))
      let id = try Server.rollout(of: put)
      for user in 0..<120 {
        let served = try await server.get(
          "/screens/home?user=unit-\(user)", fields: [CurlField("X-Forwarded-For", "10.0.\(user).1")])
        #expect(served.status == 200 || served.text.contains("rendition-too-large"))
      }
      // It is held if few networks have been seen by then.
      try await server.wait(for: "stop") {
        ["held", "rolled-back"].contains(try await $0.rollout(id)["state"]?.stringValue)
      }
      let decisions = try await server.rollout(id)["decisions"]?.arrayValue ?? []
      let reason = decisions.last?["reason"]?.stringValue ?? ""
      #expect(reason.contains("content-failed in "), "\(reason)")
      #expect(decisions.last?["by"] == "guard")
      let event = try await event("content-failed", of: id, server)
      #expect(event.new >= 5 && event.old == 0)
    }
  }
}
