import Foundation
import JSONText
import TestFolders
import Testing

/// Exposures: which units were shown which variants.
@Suite final class ExposureTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.ship("home")
  }

  private static let path = "/experiments/home-price-first"

  @Test func `each unit counts once, also over restarts`() throws {
    var arms: [String: Int] = [:]
    try FolderServer.run(in: folder) { server in
      for round in 0..<3 {
        for user in 1...100 {
          let response = try server.get("/screens/home?user=user-\(user)")
          if round == 0 { arms[response.value(of: "Screen-Variant") ?? "", default: 0] += 1 }
        }
      }
      // Neither request exposes a unit.
      _ = try server.get("/screens/home")
      _ = try server.get("/screens/home?user=tester&variant=control")
      try server.expectUnits(arms)
    }
    try FolderServer.run(in: folder) { server in
      try server.expectUnits(arms)
      for user in 90...120 {
        let response = try server.get("/screens/home?user=user-\(user)&country=KR")
        if user > 100 { arms[response.value(of: "Screen-Variant") ?? "", default: 0] += 1 }
      }
      try server.expectUnits(arms)
      let results = try JSONParser.parse(try server.admin("GET", Self.path + "/results").text)
      #expect(results["unitsOfSeveralVariants"] == 0)
      #expect(results["dropped"] == 0)
      #expect(results["days"]?.arrayValue?.isEmpty == false)
      #expect(results["variants"]?.arrayValue?.allSatisfy { $0["first"]?.stringValue != nil } == true)
    }
  }

  @Test func `an unlikely split is a sample ratio mismatch`() throws {
    try FolderServer.run(in: folder) { server in
      var seen = 0
      for user in 1...600 where seen < 140 {
        let arm = try server.get("/screens/home/explain?user=\(user)").text
        // Only users of one variant request the screen.
        guard arm.contains(#""variant":"price-first""#) else { continue }
        seen += 1
        _ = try server.get("/screens/home?user=\(user)")
      }
      let results = try JSONParser.parse(try server.admin("GET", Self.path + "/results").text)
      let check = try #require(results["sampleRatioMismatch"])
      #expect(check["verdict"] == "mismatch")
      #expect((check["pValue"]?.numberValue?.doubleValue ?? 1) < 0.001)
      #expect(check["chiSquared"] == 140)
      #expect(abs((check["lnE"]?.numberValue?.doubleValue ?? 0) - 8.56028860070819) < 1e-9)
      #expect(results["variants"]?.arrayValue?.compactMap { $0["units"]?.numberValue?.intValue } == [0, 140])
    }
  }

  @Test func `exposures are listed as JSON lines or CSV`() throws {
    try FolderServer.run(in: folder) { server in
      for user in ["ann", "b%2C%22c", "%F0%9F%A6%8A"] {
        _ = try server.get("/screens/home?user=\(user)")
      }
      let lines = try server.admin("GET", Self.path + "/exposures")
      #expect(lines.value(of: "Content-Type") == "application/x-ndjson")
      let objects = try lines.text.split(separator: "\n").map { try JSONParser.parse(String($0)) }
      #expect(Set(objects.compactMap { $0["unit"]?.stringValue }) == ["ann", "b,\"c", "🦊"])
      for object in objects {
        #expect(
          object.objectValue?.names == ["timestamp", "unit", "experiment", "variant", "version", "route"])
        #expect(object["route"] == "home")
        #expect(object["version"] == 1)
      }
      let table = try server.admin("GET", Self.path + "/exposures?format=csv")
      #expect(table.value(of: "Content-Type") == "text/csv; charset=utf-8")
      #expect(table.text.hasPrefix("timestamp,unit,experiment,variant,version,route\n"))
      #expect(table.text.contains(#","b,""c",home-price-first,"#))
      #expect(try server.admin("GET", Self.path + "/exposures?format=xml").status == 400)
      #expect(try server.admin("GET", "/experiments/none/exposures").status == 404)
      #expect(try server.get("/admin" + Self.path + "/exposures").status == 401)
    }
  }

  @Test(.bug(id: "F17")) func `a CSV has no formulas and no control characters`() throws {
    try FolderServer.run(in: folder) { server in
      let formulas = ["=cmd|'/C calc'!A0", "+82 10", "-1", "@SUM(1,2)", "＝1"]
      for user in formulas + ["nul\0", "line\n", "plain=1"] {
        let text = user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        #expect(try server.get("/screens/home?user=\(text)").status == 200)
      }
      let table = try server.admin("GET", Self.path + "/exposures?format=csv").text
      let units = table.split(separator: "\n").dropFirst().map { line in
        line.split(separator: ",", maxSplits: 1).last.map(String.init) ?? ""
      }
      #expect(units.count == formulas.count + 1, "a unit with a control character is not counted")
      for unit in ["'=cmd|'/C calc'!A0,", "'+82 10,", "'-1,", "\"'@SUM(1,2)\",", "'＝1,", "plain=1,"] {
        #expect(units.contains { $0.hasPrefix(unit) }, "\(unit) \(units)")
      }
      let lines = try server.admin("GET", Self.path + "/exposures").text
      #expect(lines.contains(#""unit":"=cmd|'/C calc'!A0""#))
    }
  }

  @Test func `several pages of exposures are sent completely`() throws {
    try FolderServer.run(in: folder) { server in
      for user in 0..<5200 { _ = try server.get("/screens/home?user=\(user)") }
      let lines = try server.admin("GET", Self.path + "/exposures").text.split(separator: "\n")
      #expect(lines.count == 5200)
      #expect(Set(lines).count == lines.count)
    }
  }

  @Test func `a salt replaces units by hashes`() throws {
    let options = FolderServer.Options(exposureSalt: "pepper")
    try FolderServer.run(in: folder, options) { server in
      _ = try server.get("/screens/home?user=ann")
      let lines = try server.admin("GET", Self.path + "/exposures").text
      // HMAC-SHA-256 of "ann" under "pepper".
      #expect(lines.contains("\"unit\":\"\(Self.hash)\""), "\(lines)")
      #expect(!lines.contains("ann"))
    }
    let database = try Data(contentsOf: folder.url.appending(path: "data/exposures.sqlite"))
    #expect(database.range(of: Data("home-price-first".utf8)) != nil)
    #expect(database.range(of: Data("ann".utf8)) == nil)
  }

  private static let hash = "62ac51ded8a2e8b977c55c069a6e4940c70b294e885a396e11132b0d1235a390"

  @Test func `nothing is recorded when exposures are off`() throws {
    try FolderServer.run(in: folder, FolderServer.Options(recordsExposures: false)) { server in
      _ = try server.get("/screens/home?user=ann")
      let response = try server.admin("GET", Self.path + "/results")
      #expect(response.status == 404)
      #expect(response.text.contains("the server was started with --exposures off"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("data/exposures.sqlite")))
  }
}

extension FolderServer {
  fileprivate func expectUnits(
    _ arms: [String: Int], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let results = try JSONParser.parse(
      try admin("GET", "/experiments/home-price-first/results").text)
    var units: [String: Int] = [:]
    for variant in results["variants"]?.arrayValue ?? [] {
      units[variant["variant"]?.stringValue ?? ""] = variant["units"]?.numberValue?.intValue
    }
    #expect(units == arms, sourceLocation: sourceLocation)
  }
}
