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
    "healthcheck": ["--url"],
  ])
  func `help of a command names its options`(command: String, options: [String]) async throws {
    let run = try await Program.run([command, "--help"], in: folder)
    #expect(run.status == 0)
    for option in options { #expect(run.output.contains(option), "\(option)") }
  }

  @Test(arguments: [
    ["--nope"], ["nope"], ["serve", "--port", "70000"], ["serve", "--port", "many"],
    ["serve", "--admin-token", "a b"], ["validate", "--output", "xml"], ["assign"], ["assign", "home"],
    ["assign", "home", "--simulate", "0"], ["assign", "home", "--user", "1", "--attribute", "country"],
    ["healthcheck", "--url", "ftp://127.0.0.1"],
  ])
  func `wrong usage ends with 64 and says so on standard error`(arguments: [String]) async throws {
    let run = try await Program.run(arguments, in: folder)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Error: "))
  }

  @Test func `an environment variable that is no number is wrong usage`() async throws {
    let run = try await Program.run(["serve"], in: folder, environment: ["MARQUEE_PORT": "many"])
    #expect(run.status == 64)
    #expect(run.errors.contains("MARQUEE_PORT"))
  }

  @Test func `healthcheck tells a server from none`() async throws {
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
    let run = try await Program.run(["healthcheck", "--url", url], in: folder)
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("marquee: \(url) is not healthy: "))
    #expect(run.errors.split(separator: "\n").count == 1)
  }
}
