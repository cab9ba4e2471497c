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

  func doubleClick(_ element: Element) async throws {
    let press: [JSONValue] = [["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]]
    let move: JSONValue = ["type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": element.json]
    try await command(
      "POST", "/actions",
      [
        "actions": [
          [
            "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"],
            "actions": .array([move] + press + press),
          ]
        ]
      ])
  }
}
