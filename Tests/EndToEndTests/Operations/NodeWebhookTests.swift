import CurlClient
import Foundation
import JSONText
import PostgresCluster
import Testing

/// Webhooks of several nodes: each change is reported, whichever node makes it and whichever sends the message.
@Suite(.postgres) struct NodeWebhookTests {
  @Test func `the changes of two nodes are reported by one of them`() async throws {
    let receiver = try MessageReceiver()
    defer { receiver.stop() }
    try await Nodes.run { nodes in
      let store = try await SharedCluster.store()
      var servers: [Server] = []
      for name in ["a", "b"] {
        servers.append(try await nodes.start(name, on: store, ["--webhook-private-addresses"]))
      }
      var wanted: Set<String> = []
      for round in 0..<20 {
        // The webhook changes all the time: a node reads changes together with the webhook that they belong to.
        let (writer, other) = (servers[round % 2], round % 3 == 0 ? #""deleted""# : #""rolled-back""#)
        let set = try await writer.write(
          "PUT", "/webhooks/hook", body: #"{"url":"\#(receiver.url)","events":[\#(other),"published"]}"#)
        #expect((200..<300).contains(set.status), "\(set.text)")
        let put = try await writer.publish("lines-\(round)", ["one"])
        #expect((200..<300).contains(put.status), "\(put.text)")
        wanted.insert("lines-\(round)")
      }
      try await repeatRequests(until: "message about each change") {
        _ = try await servers[0].get("/health")
        return Set(receiver.bodies.compactMap { $0["data"]?["route"]?.stringValue }) == wanted
      }
      // All attempts of a message have one id.
      #expect(Set(receiver.requests.map { $0.value(of: "webhook-id") }).count == wanted.count)
      for server in servers {
        try await repeatRequests(until: "the end of all deliveries") {
          let webhook = try JSONParser.parse(
            try await server.admin("GET", "/webhooks/hook?limit=100").text)
          let deliveries = webhook["deliveries"]?.arrayValue ?? []
          return deliveries.count == wanted.count && deliveries.allSatisfy { $0["state"] == "delivered" }
        }
      }
    }
  }
}
