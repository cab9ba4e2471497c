import CurlClient
import Foundation
import TestFolders
import Testing

@Suite final class DurabilityTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  @Test func `a version survives kill -9 right after the response`() async throws {
    for version in 1...4 {
      let lines = (1...version).map { "line-\($0)" }
      let server = try await Server.start(in: folder)
      let status: Int
      do {
        status = try await server.admin("PUT", "/screens/kept", body: Lines.definition(lines)).status
      } catch {
        await server.program.end(SIGKILL)
        throw error
      }
      let outcome = await server.program.end(SIGKILL)
      #expect(status == (version == 1 ? 201 : 200))
      #expect(outcome.status == 128 + SIGKILL)
      try await Server.run(in: folder) { try await $0.expect("kept", shows: lines, version: version) }
    }
    try await Server.run(in: folder) { server in
      let first = try await server.get("/screens/kept?version=1")
      #expect(first.text == Lines.viewItems(["line-1"]))
    }
  }

  @Test func `a removed screen stays removed after kill -9`() async throws {
    let server = try await Server.start(in: folder)
    do {
      #expect(
        try await server.admin("PUT", "/screens/gone", body: Lines.definition(["a"])).status == 201)
      #expect(try await server.admin("DELETE", "/screens/gone").status == 200)
    } catch {
      await server.program.end(SIGKILL)
      throw error
    }
    await server.program.end(SIGKILL)
    try await Server.run(in: folder) { server in
      let gone = try await server.get("/screens/gone")
      #expect(gone.status == 410)
    }
  }

  @Test func `a write is refused while the data folder is away, and reads go on`() async throws {
    try await Server.run(in: folder) { server in
      func put(_ line: String) async throws -> CurlResponse {
        try await server.admin("PUT", "/screens/kept", body: Lines.definition([line]))
      }
      #expect(try await put("a").status == 201)
      try FileManager.default.moveItem(atPath: folder.path("data"), toPath: folder.path("away"))
      let refused = try await put("b")
      #expect(refused.status == 503 && refused.problem == "store-unavailable", "\(refused.text)")
      #expect(refused.text.contains("was moved or deleted"), "\(refused.text)")
      try await server.expect("kept", shows: ["a"], version: 1)
      try FileManager.default.moveItem(atPath: folder.path("away"), toPath: folder.path("data"))
      #expect(try await put("b").status == 200)
    }
    try await Server.run(in: folder) { try await $0.expect("kept", shows: ["b"], version: 2) }
  }
}
