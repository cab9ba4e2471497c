import JSONText
import Testing

extension Browser {
  /// Runs commands in the frame `Preview`.
  func inPreview<Result>(_ work: () async throws -> Result) async throws -> Result {
    let frame = try await element("iframe[title=Preview]")
    try await command("POST", "/frame", ["id": frame.json])
    do {
      let result = try await work()
      try await command("POST", "/frame", ["id": .null])
      return result
    } catch {
      _ = try? await command("POST", "/frame", ["id": .null])
      throw error
    }
  }
}
