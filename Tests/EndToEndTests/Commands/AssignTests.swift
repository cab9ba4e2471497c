import CurlClient
import JSONText
import TestFolders
import Testing

@Suite final class AssignTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.ship("home")
    try folder.ship("menu")
  }

  @Test func `each unit is a line with its variant and the reason`() async throws {
    let run = try await Program.run(["assign", "home", "--user", "42", "--user", "43"], in: folder)
    #expect(run.status == 0)
    #expect(run.outputLines.map { String($0.prefix(2)) } == ["42", "43"])
    #expect(run.outputLines.allSatisfy { $0.contains("  assigned  hash 0.") })
  }

  @Test func `the program and the server assign the same variants`() async throws {
    // The last one is hashed differently by some SDKs.
    let users = (1...20).map { "user-\($0)" } + ["손님"]
    let run = try await Program.run(
      ["assign", "home", "--output", "json"] + users.flatMap { ["--user", $0] }, in: folder)
    let said = try run.outputLines.map { try JSONParser.parse(Array($0.utf8)) }
    #expect(said.map { $0["user"]?.stringValue } == users)
    var served: [String?] = []
    try await Server.run(in: folder) { server in
      for user in users {
        let query = user == "손님" ? "%EC%86%90%EB%8B%98" : user
        served.append(try await server.get("/screens/home?user=\(query)").value(of: "Screen-Variant"))
      }
    }
    #expect(said.map { $0["variant"]?.stringValue } == served)
    #expect(Set(served).count == 2)
    #expect(said.map { $0["portable"] } == Array(repeating: true, count: 20) + [false])
  }

  @Test func `simulated units split by weight`() async throws {
    let run = try await Program.run(
      ["assign", "home", "--simulate", "10000", "--output", "json"], in: folder)
    #expect(run.status == 0)
    let report = try JSONParser.parse(Array(run.output.utf8))
    #expect(report["experiment"] == "home-price-first")
    #expect(report["units"] == 10000)
    var counts: [String: Int] = [:]
    for variant in try #require(report["variants"]?.arrayValue) {
      counts[variant["variant"]?.stringValue ?? "-"] = variant["count"]?.numberValue?.intValue
    }
    #expect(counts.values.reduce(0, +) == 10000)
    // Six standard deviations of a fair coin around the half.
    #expect((4700...5300).contains(counts["control"] ?? 0))
    #expect((4700...5300).contains(counts["price-first"] ?? 0))
  }

  @Test func `simulated units as text have a line for each variant`() async throws {
    let run = try await Program.run(["assign", "home", "--simulate", "1000"], in: folder)
    #expect(run.status == 0)
    #expect(run.outputLines.map { $0.prefix { $0 != " " } } == ["control", "price-first", "chi-squared"])
    #expect(run.outputLines.prefix(2).allSatisfy { $0.hasSuffix(" %") })
    #expect(run.outputLines.last?.contains(" (1 degree of freedom), p = 0.") ?? false)
  }

  @Test func `units come from a file or from standard input, one per line`() async throws {
    try folder.write("42\r\n\n3", to: "users.txt")
    let run = try await Program.run(
      ["assign", "home", "--users", "users.txt", "--output", "csv"], in: folder)
    #expect(
      run.outputLines == [
        "user,experiment,variant,inExperiment,reason,hashValue",
        "42,home-price-first,price-first,true,assigned,0.897", ",home-price-first,,false,no-unit,",
        "3,home-price-first,control,true,assigned,0.0861",
      ])
    let missing = try await Program.run(["assign", "home", "--users", "nobody.txt"], in: folder)
    #expect(missing.status == 1)
    #expect(missing.errors == "marquee: nobody.txt cannot be read: it does not exist\n")
  }

  @Test func `a unit has a line for each experiment`() async throws {
    try folder.write(
      #"{"items":[],"experiments":[{"key":"a","variants":[{"key":"x"},{"key":"y"}]},"#
        + #"{"key":"b","variants":[{"key":"x"},{"key":"y"}]}]}"#, to: "screens/both.json")
    let run = try await Program.run(
      ["assign", "both", "--user", "1", "--user", "2", "--output", "csv"], in: folder)
    let starts = run.outputLines.dropFirst().map { $0.prefix(4) }
    #expect(starts == ["1,a,", "1,b,", "2,a,", "2,b,"])
  }

  @Test func `a hash is a number and nothing else`() async throws {
    let run = try await Program.run(["assign", "--hash", "", "a", "--hash-version", "1"], in: folder)
    #expect(run.output == "0.22\n")
    #expect(run.status == 0)
  }

  @Test func `attributes are single options or one object`() async throws {
    try folder.write(
      #"{"items":[],"experiment":{"key":"k","hashAttribute":"id","condition":{"tags":{"$all":["a"]},"n":{"$gt":1}},"#
        + #""variants":[{"key":"x"},{"key":"y"}]}}"#, to: "screens/tagged.json")
    let common = ["assign", "tagged", "--user", "u", "--attribute", "n=2"]
    let yes = try await Program.run(common + ["--attributes", #"{"id":7,"tags":["a","b"]}"#], in: folder)
    #expect(yes.output.contains("  assigned  "), "\(yes.output)\(yes.errors)")
    let no = try await Program.run(common + ["--attributes", #"{"id":7,"tags":["b"]}"#], in: folder)
    #expect(no.output.contains("  condition"))
    #expect(try await Program.run(common + ["--attributes", "[1]"], in: folder).status == 64)
  }

  @Test func `the error for an unknown route names the nearest one`() async throws {
    let run = try await Program.run(["assign", "hom", "--user", "1"], in: folder)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors == "marquee: no valid screen has the route hom; did you mean home?\n")
  }

  @Test func `a screen without an experiment is an error`() async throws {
    let run = try await Program.run(["assign", "menu", "--user", "1"], in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "marquee: the screen menu has no experiment\n")
  }
}
