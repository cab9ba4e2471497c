import Foundation
import JSONText
import TestFolders
import Testing

/// Exposures that apps report: `POST /exposures`.
@Suite final class ExposureReportTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.ship("home")
  }

  private static func exposure(
    _ id: String, _ user: String, variant: String = "control", experiment: String = "home-price-first",
    time: String = Date().formatted(.iso8601)
  ) -> JSONValue {
    [
      "id": .string(id), "user": .string(user), "experiment": .string(experiment),
      "variant": .string(variant),
      "time": .string(time),
    ]
  }

  private static func body(_ exposures: [JSONValue]) -> String {
    (["exposures": .array(exposures)] as JSONValue).text
  }

  private func units(_ server: FolderServer) throws -> JSONValue? {
    try JSONParser.parse(try server.admin("GET", "/experiments/home-price-first/results").text)["units"]
  }

  @Test func `a report counts each unit once, however often it is sent`() throws {
    let report = Self.body((0..<100).map { Self.exposure("id-\($0)", "user-\($0 % 50)") })
    try FolderServer.run(in: folder) { server in
      let first = try server.request("POST", "/exposures", body: report)
      #expect(first.status == 202, "\(first.text)")
      #expect(first.text == #"{"accepted":100,"ignored":[]}"#)
      #expect(try units(server) == 50)
      let again = try JSONParser.parse(try server.request("POST", "/exposures", body: report).text)
      #expect(again["accepted"] == 0)
      #expect(again["ignored"]?.arrayValue?.allSatisfy { $0["reason"] == "duplicate" } == true)
      #expect(try units(server) == 50)
    }
    // A new process does not know the ids. The units still count once.
    try FolderServer.run(in: folder) { server in
      _ = try server.request("POST", "/exposures", body: report)
      #expect(try units(server) == 50)
    }
  }

  @Test func `what cannot be measured is ignored with the reason`() throws {
    try FolderServer.run(in: folder) { server in
      let forced = #"{"force":{"tester":"control"}}"#
      #expect(
        try server.admin("PATCH", "/experiments/home-price-first?allowReassignment=true", body: forced).status
          == 200)
      let report = Self.body([
        Self.exposure("1", "ann"), Self.exposure("1", "bob"), Self.exposure("2", "ann", experiment: "other"),
        Self.exposure("3", "ann", variant: "other"), Self.exposure("4", "tester"),
        Self.exposure("5", "ann", time: "2001-01-01T00:00:00Z"),
        Self.exposure("6", "eve", time: "2999-01-01T00:00:00Z"),
      ])
      let receipt = try JSONParser.parse(try server.request("POST", "/exposures", body: report).text)
      #expect(receipt["accepted"] == 2)
      let reasons = receipt["ignored"]?.arrayValue?.compactMap { $0["reason"]?.stringValue }
      #expect(reasons == ["duplicate", "unknown-experiment", "unknown-variant", "not-measured", "too-old"])
      #expect(try units(server) == 2)
      let lines = try server.admin("GET", "/experiments/home-price-first/exposures").text
      #expect(!lines.contains("2999"), "a clock that is ahead counts as now")
    }
  }

  @Test(arguments: [
    ("[]", "a report is an object"), ("{}", "needs the member \\\"exposures\\\""),
    (#"{"exposures":[7]}"#, "an exposure is an object"),
    (
      #"{"exposures":[{"id":"","user":"a","experiment":"e","variant":"v","time":"2026-01-01T00:00:00Z"}]}"#,
      "1 to 100"
    ),
    (
      #"{"exposures":[{"id":"1","user":"a","experiment":"e","variant":"v","time":"today"}]}"#, "is not a time"
    ),
    (
      #"{"exposures":[{"id":"1","user":"a\u0000","experiment":"e","variant":"v","time":"2026-01-01T00:00:00Z"}]}"#,
      #"\"user\" has a control character"#
    ),
    (
      #"{"exposures":[{"id":"1\n","user":"a","experiment":"e","variant":"v","time":"2026-01-01T00:00:00Z"}]}"#,
      #"\"id\" has a control character"#
    ),
    (
      #"{"exposures":[{"id":"1","user":"a","experiment":"e","variant":"v","time":"2026-01-01T00:00:00Z","x":1}]}"#,
      "no member"
    ),
  ])
  func `a report with a mistake is refused as a whole`(_ body: String, _ message: String) throws {
    try FolderServer.run(in: folder) { server in
      let response = try server.request("POST", "/exposures", body: body)
      #expect(response.status == 422)
      #expect(response.text.contains(message), "\(response.text)")
      #expect(try server.request("POST", "/exposures", body: "{").status == 400)
    }
  }

  @Test func `a report has a limit, and a network too`() throws {
    // Time stands still, so that nothing is forgiven meanwhile.
    try FolderServer.run(in: folder, FolderServer.Options(clock: { 1_800_000_000 })) { server in
      let exposures = (0..<1001).map { Self.exposure("\($0)", "u") }
      #expect(try server.request("POST", "/exposures", body: Self.body(exposures)).status == 422)
      let full = Self.body(exposures.dropLast())
      for _ in 0..<10 { #expect(try server.request("POST", "/exposures", body: full).status == 202) }
      let refused = try server.request("POST", "/exposures", body: full)
      #expect(refused.status == 429, "\(refused.text)")
      #expect(refused.value(of: "Retry-After") == "1")
    }
  }
}
