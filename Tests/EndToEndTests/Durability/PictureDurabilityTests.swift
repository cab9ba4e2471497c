import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Uploaded pictures in a data folder.
@Suite struct PictureDurabilityTests {
  @Test func `pictures survive kill -9 right after the response, and are exported, those of sets included`()
    async throws
  {
    let folder = try ScreensFolder()
    let server = try await Server.start(in: folder)
    var names: [Substring] = []
    do {
      try await server.makeSet("spring")
      for (prefix, picture) in [("", "GIF89a kept"), ("/c/spring", "GIF89a of the set")] {
        let response = try await server.send(
          "POST", prefix + "/admin/assets", body: picture,
          fields: [
            CurlField("Authorization", "Bearer \(Server.token)"), CurlField("Content-Type", "image/gif"),
          ])
        #expect(response.status == 201, "\(response.text)")
        names.append(
          try #require(try JSONParser.parse(response.text)["uri"]?.stringValue).dropFirst(6))
      }
    } catch {
      await server.program.end(SIGKILL)
      throw error
    }
    await server.program.end(SIGKILL)
    let (live, proposed) = (names[0], names[1])
    try await Server.run(in: folder) { (server) async throws in
      #expect(try await server.get("/assets/\(live)").text == "GIF89a kept")
      #expect(try await server.get("/c/spring/assets/\(proposed)").text == "GIF89a of the set")
      #expect(try await server.get("/assets/\(proposed)").status == 404)
    }
    let export = try await Program.run(["export", "--data", "data", "--output", "all.jsonl"], in: folder)
    #expect(export.status == 0, "\(export.errors)")
    try FileManager.default.removeItem(atPath: folder.path("data"))
    let imported = try await Program.run(["import", "--data", "data", "all.jsonl"], in: folder)
    #expect(imported.status == 0, "\(imported.errors)")
    try await Server.run(in: folder) { (server) async throws in
      #expect(try await server.get("/assets/\(live)").text == "GIF89a kept")
      #expect(try await server.admin("POST", "/changesets/spring/publish").status == 200)
      #expect(try await server.get("/assets/\(proposed)").text == "GIF89a of the set")
    }
  }
}
