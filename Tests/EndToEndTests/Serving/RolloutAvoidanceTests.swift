import CurlClient
import TestFolders
import Testing

/// Apps that have crashed after the new version of a rollout.
@Suite final class RolloutAvoidanceTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  @Test func `an app gets the old version if it cannot bear the new one`() async throws {
    try await Server.run(in: folder) { server in
      _ = try await server.publish("home", ["old"])
      #expect(try await server.publish("home", ["new"], query: "guard=99,100").publishedVersion == 2)
      var user = ""
      for number in 0..<50 where user.isEmpty {
        if try await server.served("home", "?user=unit-\(number)").version == 2 { user = "unit-\(number)" }
      }
      func version(_ avoided: String, _ path: String) async throws -> (version: String?, report: String?) {
        let response = try await server.get(path, fields: [CurlField("Screen-Avoid", avoided)])
        #expect(response.status == 200, "\(response.text)")
        return (response.value(of: "Screen-Version"), response.value(of: "Screen-Report"))
      }
      for path in ["/screens/home?user=\(user)", "/screens/home/arm?user=\(user)"] {
        let without = try await version("2", path)
        #expect(without.version == "1" && without.report == nil, "\(path)")
        for other in ["1", "3", "", "x", String(repeating: "9", count: 40)] {
          let with = try await version(other, path)
          #expect(with.version == "2" && with.report != nil, "\(path) \(other)")
        }
      }
      // At the end of the rollout there is no other version.
      #expect(try await server.publish("home", ["newest"], query: "now=true").publishedVersion == 3)
      #expect(try await version("3", "/screens/home?user=\(user)").version == "3")
    }
  }
}
