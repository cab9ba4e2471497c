import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Changes of running experiments.
@Suite final class SteeringTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.ship("home")
  }

  private static let path = "/experiments/home-price-first"

  @Test func `the command line has --allow-reassignment`() async throws {
    try await Server.run(in: folder) { server in
      let definition = try JSONParser.parse(folder.text(of: "screens/home.json")).text
        .replacing(#""key":"control","weight":50"#, with: #""key":"control","weight":150"#)
      try folder.write(definition, to: "screens/home.json")
      let arguments = ["--server", server.url, "--token", Server.token]
      let refused = try await Program.run(["publish", "screens/home.json"] + arguments, in: folder)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("25.0 % of all units would go from one variant"), "\(refused.errors)")
      #expect(refused.errors.contains("add --allow-reassignment to publish anyway"), "\(refused.errors)")
      let done = try await Program.run(
        ["publish", "screens/home.json", "--allow-reassignment"] + arguments, in: folder)
      #expect(done.status == 0)
      #expect(
        done.output.contains("  home-price-first: of all units 0 entering, 0 leaving, 0.25 moving"),
        "\(done.output)")
      let back = try await Program.run(
        ["rollback", "home", "1", "--allow-reassignment"] + arguments, in: folder)
      #expect(back.status == 0)
    }
  }
}
