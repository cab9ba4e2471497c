import CurlClient
import FaultInjection
import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// The commands that work on a place without a server: `migrate`, `doctor`, `export`, `import`, `backup`, `token`.
@Suite(.postgres) struct NodeTransferTests {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.ship("home")
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    try await Program.run(arguments, in: folder)
  }

  /// Runs a command that must succeed.
  private func output(_ arguments: String...) async throws -> String {
    let outcome = try await Program.run(arguments, in: folder)
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome.output
  }

  /// A data folder with versions, a draft, a token and exposures.
  private func makeData() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["b", "c"]))
      _ = try await server.admin("PUT", "/screens/lines/draft", body: Lines.definition(["d"]))
      let time = #"{"at":"2036-12-24T08:00:00Z"}"#
      #expect(
        try await server.admin("POST", "/screens/lines/publish?guard=5,100", body: time).status == 202)
      _ = try await server.admin("PUT", "/tokens/ci", body: #"{"scope":"edit"}"#)
      let comment = #"{"item":"b","text":"Hello"}"#
      #expect(try await server.admin("POST", "/screens/lines/comments", body: comment).status == 201)
      for user in 0..<20 { _ = try await server.get("/screens/home?user=u\(user)") }
    }
  }

  private static func tables(in cluster: PostgresCluster, _ database: String) async throws -> String {
    try await blocking {
      try cluster.sql("SELECT count(*) FROM pg_tables WHERE tablename LIKE 'marquee%'", database: database)
    }
  }

  @Test func `everything moves to a database and back, and a dry run changes nothing`() async throws {
    try await makeData()
    let cluster = try SharedCluster.shared()
    let database = try await SharedCluster.database(of: cluster)
    let store = cluster.connectionString(database: database)

    let dry = try await output("migrate", "--from", "data", "--to", store, "--dry-run")
    #expect(dry.contains("exposure"), "\(dry)")
    #expect(dry.hasSuffix("is empty: nothing was changed, because this was a dry run\n"))
    #expect(try await Self.tables(in: cluster, database) == "0")

    let moved = try await output("migrate", "--from", "data", "--to", store)
    #expect(moved.hasSuffix("and equals what was read\n"), "\(moved)")
    let again = try await run("migrate", "--from", "data", "--to", store)
    #expect(again.status == 1)
    #expect(again.errors.contains("is not empty"), "\(again.errors)")

    _ = try await output("migrate", "--from", store, "--to", "restored")
    let expected = try await output("export", "--data", "data")
    #expect(try await output("export", "--data", "restored") == expected)
    #expect(try await output("export", "--store", store) == expected)

    try folder.write(expected, to: "all.jsonl")
    let second = cluster.connectionString(database: try await SharedCluster.database(of: cluster))
    _ = try await output("import", "--store", second, "all.jsonl")
    _ = try await output("backup", "--store", second, "backup/marquee.sqlite")
    // An export has no secrets, so an import has no tokens.
    func lines(_ export: String) -> [Substring] {
      export.split(separator: "\n").filter { !$0.hasPrefix(#"{"token":"#) && !$0.hasPrefix(#"{"end":"#) }
    }
    #expect(lines(expected).count > 40)
    #expect(lines(try await output("export", "--store", second)) == lines(expected))
    #expect(lines(try await output("export", "--data", "backup")) == lines(expected))
  }

  /// What apps have reported about a rollout and an experiment, without what changes as time passes.
  private static func reported(_ server: Server, _ id: String) async throws -> [JSONValue] {
    let rollout = try await server.rollout(id)
    let members = ["name", "new", "old", "steps", "networks", "releases"]
    var all = (rollout["events"]?.arrayValue ?? []).map { event -> JSONValue in
      .array(members.map { event[$0] ?? .null })
    }
    all.append(rollout["state"] ?? .null)
    let results = try await server.admin("GET", "/experiments/size/results")
    all.append(try JSONParser.parse(results.text)["events"] ?? .null)
    return all
  }

  /// Two tokens for each unit: of a screen with a rollout, and of one with an experiment.
  private static func tokens(_ server: Server, _ units: ClosedRange<Int>) async throws -> [String] {
    var tokens: [String] = []
    for unit in units {
      for route in ["guarded", "sizes"] {
        tokens.append(try #require(try await server.served(route, "?user=unit-\(unit)").report))
      }
    }
    return tokens
  }

  /// Sends a report for each token, from a network of its own. Expects that each token is known.
  private static func report(_ server: Server, _ tokens: [String], firstNetwork: Int) async throws {
    for (number, token) in tokens.enumerated() {
      let response = try await server.report(
        token, ["drawn", "settled", "order-placed"], network: firstNetwork + number, release: "ios/1.2.0")
      #expect(response.text == #"{"accepted":1,"ignored":0}"#)
    }
  }

  @Test func `what apps have reported moves, too, and each unit still counts once`() async throws {
    let screen = """
      {"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"A"}}],
       "experiment":{"key":"size","variants":[{"key":"small"},{"key":"large","screenName":"Large"}],
         "events":[{"name":"order-placed","kind":"good"}]}}
      """
    var id = ""
    var (counted, given): ([String], [String]) = ([], [])
    var before: [JSONValue] = []
    try await Server.run(in: folder, RolloutTests.proxied) { server in
      #expect(try await server.write("PUT", "/screens/sizes", body: screen).status == 201)
      _ = try await server.publish("guarded", ["old"])
      id = try Server.rollout(of: try await server.publish("guarded", ["new"], query: "guard=50,100"))
      counted = try await Self.tokens(server, 1...6)
      given = try await Self.tokens(server, 7...8)
      try await Self.report(server, counted, firstNetwork: 1)
      before = try await Self.reported(server, id)
    }
    let cluster = try SharedCluster.shared()
    let store = cluster.connectionString(database: try await SharedCluster.database(of: cluster))
    for options in [["--dry-run"], []] {
      let moved = try await Program.run(["migrate", "--from", "data", "--to", store] + options, in: folder)
      #expect(moved.status == 0, "\(moved.errors)")
      // Two events about the rollout and one about the experiment, of six units.
      #expect(moved.outputLines.contains("18 reported events"), "\(moved.output)")
    }

    var after: [JSONValue] = []
    try await Nodes.run { nodes in
      let node = try await nodes.start("a", on: store, ["--trust-proxy", "127.0.0.1/32"])
      try await repeatRequests(until: "rollout") { try await node.rollout(id)["state"] == "running" }
      #expect(try await Self.reported(node, id) == before)
      let newTokens = try await Self.tokens(node, 1...6)
      try await Self.report(node, counted + newTokens, firstNetwork: 100)
      #expect(try await Self.reported(node, id) == before)
      try await Self.report(node, given, firstNetwork: 200)
      after = try await Self.reported(node, id)
      #expect(after != before)
    }

    #expect(try await output("migrate", "--from", store, "--to", "restored").contains("24 reported events\n"))
    let program = try Program(
      ["serve", "--port", "0", "--data", "restored"] + RolloutTests.proxied, in: folder)
    let server = try Server(program: program, url: try await program.address())
    #expect(try await Self.reported(server, id) == after)
    try await Self.report(server, counted + given, firstNetwork: 300)
    #expect(try await Self.reported(server, id) == after)
    #expect(await program.end(SIGTERM).status == 0)
  }

  @Test func `a database without data is not given tables by a command that reads`() async throws {
    let cluster = try SharedCluster.shared()
    let database = try await SharedCluster.database(of: cluster)
    let store = cluster.connectionString(database: database)
    for arguments in [
      ["export"], ["export", "--seed"], ["backup", "copy.sqlite"], ["token", "list"], ["migrate"],
    ] {
      let place = arguments == ["migrate"] ? ["--from", store, "--to", "new"] : ["--store", store]
      let outcome = try await Program.run(arguments + place, in: folder)
      #expect(outcome.status == 1, "\(arguments)")
      #expect(outcome.errors == "marquee: there is no data of Marquee in the database\n", "\(arguments)")
    }
    #expect(try await Self.tables(in: cluster, database) == "0")
  }

  @Test func `the doctor examines databases and data folders`() async throws {
    try await makeData()
    let cluster = try SharedCluster.shared()
    let store = cluster.connectionString(database: try await SharedCluster.database(of: cluster))
    for place in [["--store", store], ["--data", "data"]] {
      let healthy = try await Program.run(["doctor"] + place, in: folder)
      #expect(healthy.status == 0, "\(healthy.output)")
      #expect(!healthy.output.contains("failure"), "\(healthy.output)")
    }
    let missing = try await run("doctor", "--data", "nowhere")
    #expect(missing.status == 1)
    #expect(missing.output.contains(#"there is no data in "nowhere""#), "\(missing.output)")
  }

  @Test(arguments: [true, false])
  func `a host that hangs is passed over, also one of a service file or of the environment`(
    inFile: Bool
  ) async throws {
    let cluster = try SharedCluster.shared()
    let database = try await SharedCluster.database(of: cluster)
    let (proxy, _) = try Nodes.proxy(to: cluster, database: database)
    try proxy.set(.blackHole)
    let (hosts, ports) = ("127.0.0.1,127.0.0.1", "\(proxy.port),\(cluster.port)")
    let (store, environment): (String, [String: String])
    if inFile {
      try folder.write("[marquee]\nhost=\(hosts)\nport=\(ports)\n", to: "services")
      (store, environment) = (
        "service=marquee user=postgres dbname=\(database)", ["PGSERVICEFILE": folder.path("services")]
      )
    } else {
      (store, environment) = ("user=postgres dbname=\(database)", ["PGHOST": hosts, "PGPORT": ports])
    }
    let doctor = try await Program.run(["doctor", "--store", store], in: folder, environment: environment)
    #expect(doctor.status == 0, "\(doctor.output)\(doctor.errors)")
    #expect(doctor.output.contains("127.0.0.1:\(cluster.port)"), "\(doctor.output)")
  }

  @Test func `tokens are made, listed and revoked in a database`() async throws {
    let cluster = try SharedCluster.shared()
    let database = try await SharedCluster.database(of: cluster)
    let store = cluster.connectionString(database: database)
    let secret = try await output("token", "create", "--store", store, "--name", "ci", "--scope", "read")
    #expect(try await output("token", "list", "--store", store).contains("ci"))
    try await Nodes.run { nodes in
      let node = try await nodes.start("a", on: store)
      let token = try #require(secret.split(whereSeparator: \.isWhitespace).max { $0.count < $1.count })
      #expect(try await node.admin("GET", "/drafts", token: String(token)).status == 200)
      #expect(try await node.admin("GET", "/drafts", token: "another").status == 403)
    }
    _ = try await output("token", "revoke", "--store", store, "ci")
    #expect(try await !output("token", "list", "--store", store).contains("ci"))
    try await blocking {
      _ = try cluster.sql("UPDATE marquee_head SET schema = 99, compatible = 99", database: database)
    }
    let refused = try await run("token", "create", "--store", store, "--name", "cd", "--scope", "read")
    #expect(refused.status == 1)
    #expect(refused.errors == "marquee: the database was written by a newer Marquee; use that version\n")
  }
}
