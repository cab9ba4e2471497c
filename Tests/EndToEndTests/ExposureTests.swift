import CurlClient
import Foundation
import JSONText
import Testing

/// Who was shown what.
@Suite final class ExposureTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.ship("home")
  }

  deinit { folder.remove() }

  private static let path = "/experiments/home-price-first"

  @Test func `each unit counts once, over restarts too`() async throws {
    var arms: [String: Int] = [:]
    try await Server.run(in: folder) { server in
      for round in 0..<3 {
        for user in 1...100 {
          let answer = try await server.get("/screens/home?user=user-\(user)")
          if round == 0 { arms[answer.value(of: "Screen-Variant") ?? "", default: 0] += 1 }
        }
      }
      // Neither is shown to a user of the experiment.
      _ = try await server.get("/screens/home")
      _ = try await server.get("/screens/home?user=tester&variant=control")
      try await server.expectUnits(arms)
    }
    try await Server.run(in: folder) { server in
      try await server.expectUnits(arms)
      for user in 90...120 {
        let answer = try await server.get("/screens/home?user=user-\(user)&country=KR")
        if user > 100 { arms[answer.value(of: "Screen-Variant") ?? "", default: 0] += 1 }
      }
      try await server.expectUnits(arms)
      let results = try JSONParser.parse(try await server.admin("GET", Self.path + "/results").text)
      #expect(results["unitsOfSeveralVariants"] == 0)
      #expect(results["dropped"] == 0)
      #expect(results["days"]?.arrayValue?.isEmpty == false)
      #expect(results["variants"]?.arrayValue?.allSatisfy { $0["first"]?.stringValue != nil } == true)
    }
  }

  @Test func `a split that chance does not explain is called a mismatch`() async throws {
    try await Server.run(in: folder) { server in
      var seen = 0
      for user in 1...400 where seen < 60 {
        let arm = try await server.get("/screens/home/explain?user=\(user)").text
        // Only users of one variant ever ask for the screen.
        guard arm.contains(#""variant":"price-first""#) else { continue }
        seen += 1
        _ = try await server.get("/screens/home?user=\(user)")
      }
      let results = try JSONParser.parse(try await server.admin("GET", Self.path + "/results").text)
      let check = try #require(results["sampleRatioMismatch"])
      #expect(check["verdict"] == "mismatch")
      #expect((check["pValue"]?.numberValue?.doubleValue ?? 1) < 0.001)
      #expect(check["chiSquared"] == 60)
      #expect(results["variants"]?.arrayValue?.compactMap { $0["units"]?.numberValue?.intValue } == [0, 60])
    }
  }

  @Test func `exposures are lines for programs`() async throws {
    try await Server.run(in: folder) { server in
      for user in ["ann", "b%2C%22c", "%F0%9F%A6%8A"] {
        _ = try await server.get("/screens/home?user=\(user)")
      }
      let lines = try await server.admin("GET", Self.path + "/exposures")
      #expect(lines.value(of: "Content-Type") == "application/x-ndjson")
      let objects = try lines.text.split(separator: "\n").map { try JSONParser.parse(String($0)) }
      #expect(Set(objects.compactMap { $0["unit"]?.stringValue }) == ["ann", "b,\"c", "🦊"])
      for object in objects {
        #expect(
          object.objectValue?.names == ["timestamp", "unit", "experiment", "variant", "version", "route"])
        #expect(object["route"] == "home")
        #expect(object["version"] == 1)
      }
      let table = try await server.admin("GET", Self.path + "/exposures?format=csv")
      #expect(table.value(of: "Content-Type") == "text/csv; charset=utf-8")
      #expect(table.text.hasPrefix("timestamp,unit,experiment,variant,version,route\n"))
      #expect(table.text.contains(#","b,""c",home-price-first,"#))
      #expect(try await server.admin("GET", Self.path + "/exposures?format=xml").status == 400)
      #expect(try await server.admin("GET", "/experiments/none/exposures").status == 404)
      #expect(try await server.get("/admin" + Self.path + "/exposures").status == 401)
    }
  }

  @Test func `more exposures than a page are all sent`() async throws {
    try await Server.run(in: folder) { server in
      let url = server.url
      await withTaskGroup(of: Void.self) { group in
        for part in 0..<8 {
          group.addTask {
            guard let session = try? CurlSession() else { return }
            for user in 0..<650 {
              _ = try? await session.response(
                to: CurlRequest("GET", url + "/screens/home?user=\(part)-\(user)"))
            }
          }
        }
      }
      let lines = try await server.admin("GET", Self.path + "/exposures").text.split(separator: "\n")
      #expect(lines.count == 8 * 650)
      #expect(Set(lines).count == lines.count)
    }
  }

  @Test func `with a salt no unit is kept as it is`() async throws {
    let arguments = ["--admin-token", Server.token, "--exposure-salt", "pepper"]
    try await Server.run(in: folder, arguments) { server in
      _ = try await server.get("/screens/home?user=ann")
      let lines = try await server.admin("GET", Self.path + "/exposures").text
      // HMAC-SHA-256 of "ann" under "pepper".
      #expect(lines.contains("\"unit\":\"\(Self.hash)\""), "\(lines)")
      #expect(!lines.contains("ann"))
    }
    #expect(!folder.text(of: "data/exposures.sqlite").contains("ann"))
  }

  private static let hash = "62ac51ded8a2e8b977c55c069a6e4940c70b294e885a396e11132b0d1235a390"

  @Test func `what could not be stored is noted again when the user comes again`() async throws {
    try folder.write("in the way", to: "data/exposures.sqlite/file")
    let run = try await Server.run(in: folder) { server in
      let shown = try await server.get("/screens/home?user=ann")
      #expect(shown.status == 200)
      #expect(try await server.admin("GET", Self.path + "/results").status == 503)
      try folder.delete("data/exposures.sqlite")
      _ = try await server.get("/screens/home?user=ann")
      let results = try JSONParser.parse(try await server.admin("GET", Self.path + "/results").text)
      #expect(results["units"] == 1)
      #expect(results["dropped"] == 1)
    }
    #expect(run.errors.contains("1 exposures were dropped: "), "\(run.errors)")
  }

  @Test func `turned off, nothing is kept`() async throws {
    try await Server.run(in: folder, ["--admin-token", Server.token, "--exposures", "off"]) { server in
      _ = try await server.get("/screens/home?user=ann")
      let answer = try await server.admin("GET", Self.path + "/results")
      #expect(answer.status == 404)
      #expect(answer.text.contains("the server was started with --exposures off"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("data/exposures.sqlite")))
  }
}

extension Server {
  fileprivate func expectUnits(
    _ arms: [String: Int], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let results = try JSONParser.parse(
      try await admin("GET", "/experiments/home-price-first/results").text)
    var units: [String: Int] = [:]
    for variant in results["variants"]?.arrayValue ?? [] {
      units[variant["variant"]?.stringValue ?? ""] = variant["units"]?.numberValue?.intValue
    }
    #expect(units == arms, sourceLocation: sourceLocation)
  }
}
