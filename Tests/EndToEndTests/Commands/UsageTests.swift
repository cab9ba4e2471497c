import TestFolders
import Testing

@Suite final class UsageTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  @Test func `wrong usage exits with 64 and a message on standard error`() async throws {
    let run = try await Program.run(["--nope"], in: folder)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Error: "))
  }

  @Test func `wrong usage that only the files show names the help of the command`() async throws {
    try folder.write(Lines.definition(["a"]), to: "screens/a.json")
    let folderRoute = try await Program.run(["publish", "screens", "--route", "home"], in: folder)
    #expect(folderRoute.status == 64)
    #expect(
      folderRoute.errors == """
        Error: --route requires a file, and screens is a folder
          See 'marquee publish --help' for more information.

        """)
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
      for path in ["/", "/health"] {
        let known = try await Program.run(["healthcheck", "--url", server.url + path], in: folder)
        #expect(known.status == 0, "\(path)")
      }
      // Below a path, as behind a proxy, this server has no /health.
      let below = try await Program.run(["healthcheck", "--url", server.url + "/api"], in: folder)
      #expect(below.status == 1)
      #expect(below.errors.contains("404"))
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
