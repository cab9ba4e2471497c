import CurlClient
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

  @Test func `several pages of exposures of simultaneous requests are sent completely`() async throws {
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

  @Test func `an exposure that could not be stored is recorded at the user's next request`() async throws {
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
}
