import Testing

@Suite final class UsageTests: Sendable {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  deinit { folder.remove() }

  @Test func `help names every command and the exit codes`() async throws {
    let run = try await Program.run(["--help"], in: folder)
    #expect(run.status == 0)
    #expect(run.errors == "")
    for word in ["serve (default)", "validate", "assign", "healthcheck", "MARQUEE_PORT", "64", "curl "] {
      #expect(run.output.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    "serve": ["--screens", "--data", "--host", "--port", "--admin-token", "--watch"],
    "validate": ["--output", "json", "github"], "assign": ["--user", "--simulate"],
    "healthcheck": ["--url"], "capture": ["--screens", "--url", "--output"],
  ])
  func `help of a command names its options`(command: String, options: [String]) async throws {
    let run = try await Program.run([command, "--help"], in: folder)
    #expect(run.status == 0)
    for option in options { #expect(run.output.contains(option), "\(option)") }
  }

  @Test(arguments: [
    ["--nope"], ["nope"], ["serve", "--port", "70000"], ["serve", "--port", "many"],
    ["serve", "--admin-token", "a b"], ["serve", "--trust-proxy", "10.0.0.1"],
    ["serve", "--trust-proxy", "10.0.0.0/8,proxy.example"], ["serve", "--trust-proxy", ""],
    ["validate", "--output", "xml"], ["capture"], ["capture", "a.har", "--output", "har"], ["assign"],
    ["assign", "home"],
    ["assign", "home", "--simulate", "0"], ["assign", "home", "--user", "1", "--attribute", "country"],
    ["healthcheck", "--url", "ftp://127.0.0.1"],
  ])
  func `wrong usage exits with 64 and a message on standard error`(arguments: [String]) async throws {
    let run = try await Program.run(arguments, in: folder)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Error: "))
  }

  @Test(arguments: [
    "PORT": "many", "READY_FD": "-1", "ADMIN_TOKEN": "a b", "LOOPS": "65", "KEEP_VERSIONS": "0",
    "GATE": "maybe", "EXPOSURES": "maybe", "EXPOSURE_SALT": "", "JOURNAL": "-1", "JOURNAL_BODIES": "yes",
    "PUBLIC_URL": "screens.example", "DELAY": "soon", "NO_MOCK": "2", "WATCH": "on", "LOG_LEVEL": "loud",
    "LOG_FORMAT": "xml", "ACCESS_LOG": "True",
  ])
  func `a variable with an invalid value is wrong usage, and is named`(
    name: String, value: String
  ) async throws {
    let run = try await Program.run(["serve"], in: folder, environment: ["MARQUEE_" + name: value])
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.contains("MARQUEE_" + name), "\(run.errors)")
  }

  @Test(arguments: [["help", "serve"], ["serve", "--help"]])
  func `the help of serve names the variable of every option`(arguments: [String]) async throws {
    let run = try await Program.run(arguments, in: folder)
    #expect(run.status == 0)
    let options = run.output.matches(of: /(?m)^  --([a-z-]+)/).map { String($0.1) }
      .filter { $0 != "version" }
    #expect(options.count > 20)
    for option in options {
      let name = "MARQUEE_" + option.uppercased().replacing("-", with: "_")
      #expect(run.output.firstRange(of: try Regex(name + #"\b"#)) != nil, "\(option)")
    }
  }

  @Test func `a trusted proxy that is not a block of addresses is named, also from the environment`()
    async throws
  {
    let run = try await Program.run(
      ["serve"], in: folder, environment: ["MARQUEE_TRUST_PROXY": "fd00::/8, 10.0.0.0/33"])
    #expect(run.status == 64)
    #expect(run.errors.contains(#""10.0.0.0/33" is not a block of addresses in CIDR notation"#))
    #expect(run.errors.contains("MARQUEE_TRUST_PROXY"))
  }

  @Test func `healthcheck succeeds only if a server responds`() async throws {
    var url = ""
    try await Server.run(in: folder) { server in
      url = server.url
      let run = try await Program.run(["healthcheck", "--url", server.url], in: folder)
      #expect(run.status == 0)
      #expect(run.errors == "")
      let byPort = try await Program.run(
        ["healthcheck"], in: folder, environment: ["MARQUEE_PORT": server.port])
      #expect(byPort.status == 0)
    }
    // As Docker Compose passes a variable that is not set.
    let byDefault = try await Program.run(["healthcheck"], in: folder, environment: ["MARQUEE_PORT": ""])
    #expect(byDefault.errors == "" || byDefault.errors.contains("http://127.0.0.1:8080 "))
    let run = try await Program.run(["healthcheck", "--url", url], in: folder)
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("marquee: \(url) is not healthy: "))
    #expect(run.errors.split(separator: "\n").count == 1)
  }
}
