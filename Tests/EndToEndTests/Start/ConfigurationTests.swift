import CurlClient
import Foundation
import MarqueeServer
import TestFolders
import Testing

/// The configuration of a server within this process: each invalid value is a start error, word for word.
@Suite final class ConfigurationTests: Sendable {
  typealias Change = @Sendable (inout Marquee.Configuration) -> Void

  private static let invalid: [(Change, String)] = [
    ({ $0.host = "a b" }, #"host is "a b"; write a name or an address, such as 127.0.0.1 or ::1"#),
    ({ $0.port = 99_999 }, "port is 99999; write a number from 0 to 65535"),
    ({ $0.loops = -1 }, "loops is -1; write a number from 0 to 64"),
    ({ $0.journal = 100_001 }, "journal is 100001; write a number from 0 to 100000"),
    ({ $0.keepVersions = 0 }, "keepVersions is 0; write a number at least 1"),
    (
      { $0.adminToken = "a,b" },
      #"the admin token cannot be sent in a request; it consists of letters, digits, "-", ".", "_", "~", "+" and "/", and "=" at the end"#
    ),
    ({ $0.exposureSalt = "" }, "exposureSalt is empty; write a key, or nil to record units in plain text"),
    (
      { $0.publicURL = URL(string: "ftp://screens.example") },
      "publicURL is ftp://screens.example; write an http or https URL with a host and no slash at its end, such as https://screens.example"
    ),
    (
      { $0.publicURL = URL(string: "https://screens.example/") },
      "publicURL is https://screens.example/; write an http or https URL with a host and no slash at its end, such as https://screens.example"
    ),
    (
      { $0.otlp = URL(string: "http://127.0.0.1:4318?a=b") },
      "otlp is http://127.0.0.1:4318?a=b; write an http or https URL with a host and no query, such as http://127.0.0.1:4318"
    ),
    (
      { $0.store = "secret/folder" },
      "store is not a connection string of PostgreSQL, such as postgresql://marquee@db.example/marquee; a folder is data"
    ),
    (
      { $0.data = "postgresql://marquee:secret@db.example/marquee" },
      "data is a connection string; write the path of a folder, or set store"
    ),
    (
      { $0.delay = .fixed(.seconds(121)) },
      "delay is 121.0 seconds; write a delay from 0 to 120 seconds, and a sigma from 0 to 10"
    ),
    (
      { $0.delay = .range(.milliseconds(-1) ... .seconds(1)) },
      "delay is -0.001 seconds to 1.0 seconds; write a delay from 0 to 120 seconds, and a sigma from 0 to 10"
    ),
    (
      { $0.delay = .lognormal(median: .seconds(1), sigma: .infinity) },
      "delay is 1.0 seconds with a sigma of inf; write a delay from 0 to 120 seconds, and a sigma from 0 to 10"
    ),
    (
      { $0.trustedProxies = ["10.0.0.0/8", "proxy.example"] },
      #"trustedProxies has "proxy.example"; write a block of addresses such as 10.0.0.0/8, or 192.0.2.1/32 for one address"#
    ),
  ]

  private let folder: ScreensFolder
  private let session: CurlSession

  init() throws {
    folder = try ScreensFolder()
    session = try CurlSession()
    try folder.write(Lines.definition(["one"]), to: "screens/lines.json")
  }

  private var configuration: Marquee.Configuration {
    .init(screens: folder.path("screens"), data: folder.path("data"))
  }

  @Test(arguments: invalid.indices)
  func `an invalid value is a start error that names it and a valid one`(index: Int) throws {
    let (change, message) = Self.invalid[index]
    var configuration = configuration
    change(&configuration)
    let error = #expect(throws: StartError.self) { try Marquee(configuration) }
    #expect(error?.description == message)
    // Nothing was opened.
    #expect(!FileManager.default.fileExists(atPath: folder.path("data")))
  }

  private func get(_ path: String, of server: Marquee) async throws -> CurlResponse {
    try await session.response(to: CurlRequest("GET", "\(server.url)\(path)"))
  }

  private func expect(_ status: Int, at path: String, of server: Marquee) async throws {
    let response = try await get(path, of: server)
    #expect(response.status == status, "\(path)")
  }

  @Test func `a server without mock or console has neither`() async throws {
    try await Marquee.withServer(configuration) { server in
      try await expect(200, at: "/console/", of: server)
      try await expect(503, at: "/screens/lines?__status=503", of: server)
    }
    var plain = configuration
    plain.hasConsole = false
    plain.hasMock = false
    try await Marquee.withServer(plain) { server in
      try await expect(404, at: "/console/", of: server)
      try await expect(200, at: "/screens/lines?__status=503", of: server)
    }
  }

  @Test(
    arguments: [
      .fixed(.milliseconds(40)), .range(.milliseconds(40) ... .milliseconds(60)),
      .lognormal(median: .milliseconds(40), sigma: 0),
    ] as [Marquee.Delay])
  func `a delay applies to all screens`(delay: Marquee.Delay) async throws {
    var configuration = configuration
    configuration.delay = delay
    try await Marquee.withServer(configuration) { server in
      let began = ContinuousClock.now
      let text = try await get("/screens/lines", of: server).text
      #expect(text == Lines.viewItems(["one"]))
      // A delay is never shorter.
      #expect(ContinuousClock.now - began >= .milliseconds(40))
    }
  }

  @Test func `assets have the public URL`() async throws {
    var configuration = configuration
    configuration.publicURL = URL(string: "https://screens.example/base")
    try folder.write(
      #"{"items":[{"viewType":"ONE_IMAGE","content":{"url":"asset:noodles.jpg"}}]}"#, to: "screens/photo.json"
    )
    try folder.write("noodles", to: "screens/_assets/noodles.jpg")
    try await Marquee.withServer(configuration) { server in
      let text = try await get("/screens/photo", of: server).text
      #expect(
        text.contains(#""https://screens.example/base/assets/noodles.jpg"#), "\(text) \(server.problems)")
    }
  }
}
