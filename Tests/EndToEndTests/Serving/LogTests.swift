import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// The log on standard error, and the metrics.
@Suite final class LogTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a", "b"]), to: "screens/lines.json")
  }

  private func objects(_ outcome: Program.Outcome) throws -> [JSONValue] {
    try outcome.errors.split(separator: "\n").map { try JSONParser.parse(String($0)) }
  }

  @Test func `a publication is logged, and nothing else by default`() async throws {
    let run = try await Server.run(in: folder) { server in
      _ = try await server.get("/screens/lines")
      #expect(try await server.admin("PUT", "/screens/lines/order", body: #"["b","a"]"#).status == 200)
    }
    #expect(run.errors.hasSuffix(" info published route=lines version=2\n"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func `a damaged version is logged once, with the remedy`() async throws {
    try folder.write(Lines.definition(["other"]), to: "screens/other.json")
    try await Server.run(in: folder) { server in
      let answer = try await server.admin("PUT", "/screens/lines/order", body: #"["b","a"]"#)
      #expect(answer.status == 200)
    }
    let file = URL(filePath: folder.path("data/marquee.sqlite"))
    var database = try Data(contentsOf: file)
    // The definition of version 2 alone begins with b.
    let definition = Data(#"{"screenName":"Lines","items":[{"id":"b""#.utf8)
    #expect(database.range(of: definition) != nil)
    // A page may have an older copy of it in its free space.
    while let copy = database.range(of: definition) { database[copy.lowerBound] = UInt8(ascii: "?") }
    try database.write(to: file)
    let run = try await Server.run(in: folder) { server in
      #expect(try await server.get("/screens/lines").status == 500)
      #expect(try await server.get("/screens/lines").status == 500)
      #expect(try await server.get("/screens/other").status == 200)
      let back = try await server.admin("POST", "/screens/lines/rollback", body: #"{"version":1}"#)
      #expect(back.status == 200)
      try await server.expect("lines", shows: ["a", "b"], version: 3)
    }
    let errors = run.errors.split(separator: "\n").filter { $0.contains(" error ") }
    #expect(errors.count == 1)
    let line = errors.first ?? ""
    #expect(line.contains("route=lines") && line.contains("version=2"))
    #expect(line.contains("roll the screen back to an earlier version"))
  }

  @Test func `lines below the log level are left out, also by the environment`() async throws {
    let run = try await Server.run(in: folder, ["--admin-token", Server.token, "--log-level", "warning"]) {
      let answer = try await $0.admin("PUT", "/screens/lines/order", body: #"["b","a"]"#)
      #expect(answer.status == 200)
    }
    #expect(run.errors == "")
    let program = try Program(
      ["serve", "--port", "0", "--data", "data"], in: folder, environment: ["MARQUEE_LOG_LEVEL": "loud"])
    let refused = await program.outcome()
    #expect(refused.status == 64 && refused.errors.contains("MARQUEE_LOG_LEVEL"))
  }

  @Test func `every response is in the access log as JSON, without secrets`() async throws {
    let arguments = ["--admin-token", Server.token, "--access-log", "--log-format", "json"]
    let run = try await Server.run(in: folder, arguments) { server in
      _ = try await server.get("/screens/lines?user=42&access_token=hidden&design=dark")
      _ = try await server.get("/screens/none")
      _ = try await server.admin("GET", "/screens/lines")
      _ = try await server.admin("GET", "/screens/lines", token: "wrong-token")
    }
    let lines = try objects(run)
    let answers = lines.map {
      "\($0["message"]?.stringValue ?? "") \($0["status"]?.numberValue?.text ?? "")"
    }
    #expect(
      answers == [
        "GET /screens/lines?user=42&access_token=…&design=dark 200", "GET /screens/none 404",
        "GET /admin/screens/lines 200", "GET /admin/screens/lines 403",
      ])
    for line in lines {
      let (bytes, time) = (line["bytes"]?.numberValue, line["milliseconds"]?.numberValue)
      #expect(line["client"]?.stringValue == "127.0.0.1")
      #expect(line["level"]?.stringValue == "info")
      #expect(bytes?.intValue ?? 0 > 100)
      #expect(time?.doubleValue ?? -1 >= 0)
    }
    for secret in [Server.token, "wrong-token", "hidden"] {
      #expect(!run.errors.contains(secret))
    }
  }

  @Test func `a malformed request is in the access log`() async throws {
    let run = try await Server.run(in: folder, ["--access-log", "--admin-token", Server.token]) { server in
      // A field that no request may have, as sent by a client that checks nothing itself.
      let answer = try await server.get("/screens/lines", fields: [CurlField("Transfer-Encoding", "gzip")])
      #expect(answer.status == 501)
    }
    #expect(run.errors.contains(" info malformed request "))
    #expect(run.errors.contains(" status=501"))
  }

  @Test func `the metrics count requests by route and status, and variants`() async throws {
    try folder.write(
      #"""
      {"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}],
       "experiment":{"key":"say","variants":[{"key":"one"},{"key":"two"}]}}
      """#, to: "screens/menu/say.json")
    try await Server.run(in: folder) { server in
      for variant in ["one", "two", "two"] {
        #expect(try await server.get("/screens/menu/say?variant=\(variant)").status == 200)
      }
      let tag = try #require(try await server.get("/screens/lines").value(of: "ETag"))
      let same = try await server.get("/screens/lines", fields: [CurlField("If-None-Match", tag)])
      #expect(same.status == 304)
      _ = try await server.get("/screens/menu/say?variant=three")
      _ = try await server.get("/screens/nowhere")
      _ = try await server.get("/no/such/path")
      _ = try await server.get("/view-types")
      let answer = try await server.get("/metrics")
      #expect(answer.value(of: "Cache-Control") == "no-store")
      let metrics = answer.text
      let values = Dictionary(
        metrics.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
          line.lastIndex(of: " ").flatMap { space in
            Double(line[line.index(after: space)...]).map { (String(line[..<space]), $0) }
          }
        }, uniquingKeysWith: { first, _ in first })
      // Deferred ones are among them: /view-types and unknown routes.
      let responses = values.filter { $0.key.hasPrefix("marquee_http_responses_total{") }.map(\.value)
      #expect(values["marquee_http_request_duration_seconds_count"] == responses.reduce(0, +))
      let now = Date().timeIntervalSince1970
      let start = try #require(values["process_start_time_seconds"])
      #expect(start > now - 3600 && start < now + 60)
      for name in [
        "process_cpu_seconds_total", "process_resident_memory_bytes", "process_virtual_memory_bytes",
        "process_open_fds", "process_max_fds", "process_threads",
      ] {
        #expect((values[name] ?? 0) > 0, "\(name)")
      }
      for line in [
        #"marquee_http_requests_total{route="menu/say",status="200"} 3"#,
        #"marquee_http_requests_total{route="menu/say",status="404"} 1"#,
        #"marquee_http_requests_total{route="lines",status="200"} 1"#,
        #"marquee_http_requests_total{route="lines",status="304"} 1"#,
        #"marquee_http_requests_total{route="/screens/{route}",status="404"} 1"#,
        #"marquee_http_requests_total{route="(nothing)",status="404"} 1"#,
        #"marquee_http_requests_total{route="/view-types",status="200"} 1"#,
        #"marquee_variants_served_total{route="menu/say",experiment="say",variant="one"} 1"#,
        #"marquee_variants_served_total{route="menu/say",experiment="say",variant="two"} 2"#,
        #"marquee_screen_version{route="lines"} 1"#,
        "# TYPE marquee_http_request_duration_seconds histogram",
      ] {
        #expect(metrics.split(separator: "\n").contains { $0 == line }, "\(line)\n\(metrics)")
      }
    }
  }
}
