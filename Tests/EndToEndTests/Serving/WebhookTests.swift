import CurlClient
import Foundation
import JSONText
import LoopbackHTTP
import TestFolders
import Testing

/// Messages about changes to other servers: `/admin/webhooks`.
@Suite final class WebhookTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["one"]), to: "screens/list.json")
  }

  private static let allowingLoopback = ["--admin-token", Server.token, "--webhook-private-addresses"]

  private func types(of receiver: MessageReceiver) -> [String] {
    receiver.bodies.compactMap { $0["type"]?.stringValue }
  }

  private func add(_ receiver: MessageReceiver, to server: Server, events: [String]) async throws {
    let events = events.map { "\"\($0)\"" }.joined(separator: ",")
    let made = try await server.admin(
      "PUT", "/webhooks/hook", body: #"{"url":"\#(receiver.url)/in","events":[\#(events)]}"#)
    #expect(made.status == 201, "\(made.text)")
    #expect(made.text.contains("whsec_"))
  }

  @Test func `a webhook receives the changes that it names, once each`() async throws {
    let receiver = try MessageReceiver()
    defer { receiver.stop() }
    try await Server.run(in: folder, Self.allowingLoopback) { server in
      try await add(receiver, to: server, events: ["published", "rolled-back", "deleted"])
      _ = try await server.admin("PUT", "/screens/list", body: Lines.definition(["two"]))
      _ = try await server.admin("POST", "/screens/list/rollback", body: #"{"version":1}"#)
      _ = try await server.admin("PUT", "/client-keys/app", body: #"{"experiments":null}"#)
      _ = try await server.admin("DELETE", "/screens/list")
      try await server.wait(for: "message about the deletion") { _ in types(of: receiver).count >= 3 }
      #expect(types(of: receiver).sorted() == ["deleted", "published", "rolled-back"])
      let published = try #require(receiver.bodies.first { $0["type"] == "published" })
      #expect(published["data"]?["route"] == "list")
      #expect(published["data"]?["version"] == 2)
      #expect(published["timestamp"]?.stringValue?.hasSuffix("Z") == true)
      try await server.wait(for: "three deliveries") { server in
        let webhook = try JSONParser.parse(try await server.admin("GET", "/webhooks/hook").text)
        let deliveries = webhook["deliveries"]?.arrayValue ?? []
        return deliveries.count == 3 && deliveries.allSatisfy { $0["state"] == "delivered" }
      }
      let shown = try await server.admin("GET", "/webhooks").text
      #expect(!shown.contains("whsec_"))
      let metrics = try await server.get("/metrics").text
      #expect(metrics.contains("\nmarquee_webhook_messages_delivered_total 3\n"))
    }
  }

  @Test func `a message that was refused is sent again with the same id, also by the next process`()
    async throws
  {
    // Only the first attempt is refused: the third would come after minutes.
    let receiver = try MessageReceiver(status: 500, then: 200)
    defer { receiver.stop() }
    let server = try await Server.start(in: folder, Self.allowingLoopback)
    do {
      try await add(receiver, to: server, events: ["published"])
      let put = try await server.admin("PUT", "/screens/list", body: Lines.definition(["two"]))
      #expect(put.status == 200)
      // Before the message is sent, or after it: either way it arrives.
      await server.program.end(SIGKILL)
    } catch {
      await server.program.end(SIGKILL)
      throw error
    }
    try await Server.run(in: folder, Self.allowingLoopback) { server in
      try await server.wait(for: "delivery") { server in
        try await server.admin("GET", "/webhooks/hook").text.contains(#""state":"delivered""#)
      }
      #expect(receiver.requests.count >= 2)
      #expect(Set(receiver.requests.map { $0.value(of: "webhook-id") }).count == 1)
      #expect(Set(types(of: receiver)) == ["published"])
    }
  }

  @Test func `a private address is refused unless the operator allows it`() async throws {
    let receiver = try MessageReceiver()
    defer { receiver.stop() }
    try await Server.run(in: folder) { server in
      try await add(receiver, to: server, events: ["published"])
      let test = try await server.admin("POST", "/webhooks/hook/test")
      #expect(test.status == 202, "\(test.text)")
      try await server.wait(for: "refusal") { server in
        try await server.admin("GET", "/webhooks/hook").text.contains("127.0.0.1 is a private address")
      }
      #expect(receiver.requests.isEmpty)
      // Once the address is right, the message is sent by hand.
      let id = try #require(try JSONParser.parse(test.text)["id"]?.numberValue?.intValue)
      #expect(try await server.admin("POST", "/webhooks/hook/deliveries/\(id)/retry").status == 202)
      #expect(try await server.admin("POST", "/webhooks/hook/deliveries/99/retry").status == 404)
      #expect(try await server.admin("DELETE", "/webhooks/hook").status == 200)
      #expect(try await server.admin("GET", "/webhooks/hook").status == 404)
    }
  }

  @Test func `messages go on when an earlier state of the data was put back`() async throws {
    let receiver = try MessageReceiver()
    defer { receiver.stop() }
    try await Server.run(in: folder, Self.allowingLoopback) { server in
      try await add(receiver, to: server, events: ["published"])
      for number in 0..<10 {
        _ = try await server.admin("PUT", "/screens/list", body: Lines.definition(["n\(number)"]))
      }
      try await server.wait(for: "ten messages") { _ in receiver.requests.count == 10 }
    }
    for name in ["marquee.sqlite", "marquee.sqlite-wal", "marquee.sqlite-shm"] {
      try? folder.delete("data/" + name)
    }
    try await Server.run(in: folder, Self.allowingLoopback) { server in
      try await add(receiver, to: server, events: ["published"])
      var number = 0
      try await server.wait(for: "a message about a new publication") { server in
        number += 1
        _ = try await server.admin("PUT", "/screens/list", body: Lines.definition(["later\(number)"]))
        return receiver.requests.count > 10
      }
    }
  }

  @Test func `a receiver that says nothing does not hold up the end of the server`() async throws {
    let receiver = try LoopbackServer { _ in .silence }
    defer { receiver.stop() }
    let server = try await Server.start(in: folder, Self.allowingLoopback + ["--otlp", receiver.url])
    do {
      _ = try await server.admin(
        "PUT", "/webhooks/hook", body: #"{"url":"\#(receiver.url)","events":["published"]}"#)
      _ = try await server.admin("POST", "/webhooks/hook/test")
      try await server.wait(for: "both connections") { _ in receiver.connectionCount >= 2 }
    } catch {
      await server.program.end(SIGKILL)
      throw error
    }
    let start = ContinuousClock.now
    let outcome = await server.program.end(SIGTERM)
    #expect(outcome.status == 0)
    // An exchange that is not ended takes 15 seconds.
    #expect(ContinuousClock.now - start < .seconds(14))
  }

  @Test func `a webhook that cannot work is refused with the place of the mistake`() async throws {
    try await Server.run(in: folder) { server in
      for (body, message) in [
        (#"{"events":["published"]}"#, "needs the member \\\"url\\\""),
        (#"{"url":"ftp://example.org","events":["published"]}"#, "an http or https URL"),
        (#"{"url":"https://a:b@example.org","events":["published"]}"#, "without a user name"),
        (#"{"url":"https://example.org","events":["publishd"]}"#, "did you mean published?"),
        (#"{"url":"https://example.org","events":[]}"#, "receives nothing"),
        (#"{"url":"https://example.org","events":["published"],"secret":"short"}"#, "whsec_"),
      ] {
        let answer = try await server.admin("PUT", "/webhooks/hook", body: body)
        #expect(answer.status == 422, "\(body)")
        #expect(answer.text.contains(message), "\(answer.text)")
      }
    }
  }
}
