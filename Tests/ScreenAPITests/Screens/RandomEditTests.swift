import JSONText
import TestFolders
import Testing

/// Random edits of the server and of a small model, which must agree.
@Suite final class RandomEditTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  /// A screen of lines, with its versions.
  private struct Model {
    struct Line: Equatable {
      let id: String
      var text: String
    }

    var versions: [[Line]] = []
    var lines: [Line] { versions.last ?? [] }

    mutating func publish(_ lines: [Line]) {
      if lines != self.lines || versions.isEmpty { versions.append(lines) }
    }
  }

  private static func item(_ line: Model.Line) -> String {
    #"{"id":"\#(line.id)","viewType":"ONE_LINE_TEXT","content":{"text1":"\#(line.text)"}}"#
  }

  private static func definition(_ lines: [Model.Line]) -> String {
    #"{"items":[\#(lines.map(item).joined(separator: ","))]}"#
  }

  private static func quoted(_ ids: [String]) -> String {
    "[" + ids.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  /// Makes a random edit in the model, and returns it as a request.
  private static func edit(
    _ model: inout Model, _ numbers: inout some RandomNumberGenerator
  ) -> (method: String, path: String, type: String, body: String) {
    var lines = model.lines
    let id = "i\(Int.random(in: 0..<12, using: &numbers))"
    let text = "t\(Int.random(in: 0..<4, using: &numbers))"
    let place = lines.firstIndex { $0.id == id }
    let json = "application/json"
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0:
      lines.shuffle(using: &numbers)
      model.publish(lines)
      return ("PUT", "/order", json, quoted(lines.map(\.id)))
    case 1:
      if let place { lines.remove(at: place) }
      model.publish(lines)
      return ("DELETE", "/items/\(id)", json, "")
    case 2:
      if let place { lines[place].text = text }
      model.publish(lines)
      return ("PUT", "/items/\(id)", json, item(Model.Line(id: id, text: text)))
    case 3:
      let line = Model.Line(id: id, text: text)
      guard let other = lines.randomElement(using: &numbers) else {
        if place == nil { lines.append(line) }
        model.publish(lines)
        return ("POST", "/items", json, #"{"item":\#(item(line))}"#)
      }
      if place == nil, let index = lines.firstIndex(of: other) { lines.insert(line, at: index) }
      model.publish(lines)
      return ("POST", "/items", json, #"{"item":\#(item(line)),"before":"\#(other.id)"}"#)
    case 4:
      let back = Int.random(in: 1...model.versions.count, using: &numbers)
      model.publish(model.versions[back - 1])
      return ("POST", "/rollback", json, #"{"version":\#(back)}"#)
    case 5:
      guard let index = lines.indices.randomElement(using: &numbers) else { return edit(&model, &numbers) }
      lines[index].text = text
      model.publish(lines)
      return (
        "PATCH", "", "application/json-patch+json",
        #"[{"op":"replace","path":"/items/\#(index)/content/text1","value":"\#(text)"}]"#
      )
    case 6:
      lines = lines.filter { _ in Bool.random(using: &numbers) }
      model.publish(lines)
      let items = lines.map(item).joined(separator: ",")
      return ("PATCH", "", "application/merge-patch+json", #"{"items":[\#(items)]}"#)
    default:
      lines = (0..<Int.random(in: 0...8, using: &numbers)).map { Model.Line(id: "i\($0)", text: text) }
      model.publish(lines)
      return ("PUT", "", json, definition(lines))
    }
  }

  @Test func `after random edits every version equals the model's`() throws {
    try FolderServer.run(in: folder) { server in
      var numbers = SystemRandomNumberGenerator()
      var model = Model()
      model.publish([Model.Line(id: "i0", text: "t0")])
      _ = try server.admin("PUT", "/screens/random", body: Self.definition(model.lines))
      var log: [String] = []
      for _ in 0..<400 {
        let edit = Self.edit(&model, &numbers)
        log.append("\(edit.method) \(edit.path) \(edit.body)")
        let response = try server.admin(
          edit.method, "/screens/random" + edit.path, fields: [("Content-Type", edit.type)], body: edit.body)
        #expect(response.status < 500, "\(log.suffix(3))")
        let shown = try server.get("/screens/random")
        #expect(shown.text == Lines.viewItems(model.lines.map(\.text)), "\(log.suffix(3))")
        #expect(shown.value(of: "Screen-Version") == "\(model.versions.count)", "\(log.suffix(3))")
        guard shown.value(of: "Screen-Version") == "\(model.versions.count)" else { return }
      }
      for (index, lines) in model.versions.enumerated() {
        let shown = try server.get("/screens/random?version=\(index + 1)")
        #expect(shown.text == Lines.viewItems(lines.map(\.text)))
      }
    }
  }
}
