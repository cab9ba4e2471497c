import CurlClient
import Foundation
import JSONText
import LoopbackHTTP
import TestFolders
import Testing

/// Traces: `traceparent`, and spans that a collector receives (`--otlp`).
@Suite final class TelemetryTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["one"]), to: "screens/list.json")
  }

  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let parent = "00-\(trace)-00f067aa0ba902b7-01"
  private static let arguments = ["--admin-token", Server.token, "--webhook-private-addresses", "--otlp"]

  /// All spans that a collector has received. A refused request sends the same ones again.
  private static func spans(_ collector: MessageReceiver, of trace: String) -> [JSONValue] {
    let spans = collector.bodies.flatMap { body -> [JSONValue] in
      let scope = body["resourceSpans"]?.arrayValue?.first?["scopeSpans"]?.arrayValue?.first
      return scope?["spans"]?.arrayValue ?? []
    }
    return spans.filter { $0["traceId"]?.stringValue == trace }
  }

  private static func attribute(_ name: String, of span: JSONValue) -> String? {
    let value = span["attributes"]?.arrayValue?.first { $0["key"]?.stringValue == name }?["value"]
    return value?["stringValue"]?.stringValue ?? value?["intValue"]?.stringValue
  }

  @Test func `a request with a trace has a span below that of its client`() async throws {
    let collector = try MessageReceiver(status: 200)
    defer { collector.stop() }
    let log = ["--access-log", "--log-format", "json"]
    let run = try await Server.run(in: folder, Self.arguments + [collector.url] + log) { server in
      let fields = [CurlField("traceparent", Self.parent)]
      _ = try await server.get("/screens/list?user=42&token=secret", fields: fields)
      _ = try await server.get("/screens/none", fields: fields)
      let unsampled = Self.trace.replacing("4bf9", with: "5bf9")
      _ = try await server.get(
        "/screens/list", fields: [CurlField("traceparent", "00-\(unsampled)-00f067aa0ba902b7-00")])
      try await server.wait(for: "spans") { _ in Self.spans(collector, of: Self.trace).count >= 2 }
      let spans = Self.spans(collector, of: Self.trace)
      #expect(spans.allSatisfy { $0["parentSpanId"] == "00f067aa0ba902b7" })
      #expect(spans.allSatisfy { $0["name"] == "GET /screens/{route}" })
      let span = try #require(spans.first { Self.attribute("http.response.status_code", of: $0) == "200" })
      #expect(span["spanId"]?.stringValue?.utf8.count == 16)
      #expect(span["kind"] == 2)
      #expect(Self.attribute("http.route", of: span) == "/screens/{route}")
      #expect(Self.attribute("url.path", of: span) == "/screens/list")
      #expect(Self.attribute("url.query", of: span)?.contains("secret") == false)
      let times = ["startTimeUnixNano", "endTimeUnixNano"].compactMap {
        span[$0]?.stringValue.flatMap { UInt64($0) }
      }
      #expect(times.count == 2 && times[0] <= times[1])
      #expect(Self.spans(collector, of: unsampled).isEmpty)
      let request = try #require(collector.requests.first)
      #expect(request.lines.first == "POST /v1/traces HTTP/1.1")
      let resource = (try JSONParser.parse(request.body))["resourceSpans"]?.arrayValue?.first?["resource"]
      #expect(Self.attribute("service.name", of: resource ?? .null) == "marquee")
    }
    #expect((run.output + run.errors).contains(#""trace":"\#(Self.trace)""#), "\(run.errors)")
  }

  @Test func `spans wait for a collector that is away`() async throws {
    let collector = try MessageReceiver(status: 503)
    defer { collector.stop() }
    try await Server.run(in: folder, Self.arguments + [collector.url]) { server in
      _ = try await server.get("/screens/list", fields: [CurlField("traceparent", Self.parent)])
      try await server.wait(for: "attempt") { _ in !Self.spans(collector, of: Self.trace).isEmpty }
      #expect(try await server.get("/metrics").text.contains("\nmarquee_otlp_spans_sent_total 0\n"))
      collector.answer(with: 200)
      try await server.wait(for: "the first spans") { server in
        !(try await server.get("/metrics").text.contains("\nmarquee_otlp_spans_sent_total 0\n"))
      }
      #expect(Self.spans(collector, of: Self.trace).count >= 2)
    }
  }

  @Test func `a message to a webhook continues the trace of the change`() async throws {
    let receiver = try MessageReceiver(status: 200)
    defer { receiver.stop() }
    try await Server.run(in: folder, Array(Self.arguments.dropLast())) { server in
      _ = try await server.admin(
        "PUT", "/webhooks/hook", body: #"{"url":"\#(receiver.url)","events":["published"]}"#)
      let session = try CurlSession()
      _ = try await session.response(
        to: CurlRequest(
          "PUT", server.url + "/admin/screens/list",
          fields: [
            CurlField("Authorization", "Bearer \(Server.token)"), CurlField("traceparent", Self.parent),
          ], body: Array(Lines.definition(["two"]).utf8)))
      try await server.wait(for: "message") { _ in !receiver.requests.isEmpty }
      let line = receiver.requests.first?.value(of: "traceparent")
      #expect(line == Self.parent)
    }
  }
}
