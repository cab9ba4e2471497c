import Foundation
import JSONText
import Testing

/// The public JSON parsing suite, when `CONFORMANCE_DIR` names a folder that has it.
@Suite struct JSONSuiteTests {
  /// Whether this parser accepts a text for which RFC 8259 leaves the choice. It keeps numbers of any size as text,
  /// ignores a leading byte order mark, and refuses text that no Unicode string can hold.
  static func isAccepted(_ name: String) -> Bool {
    name.hasPrefix("i_number_") || name == "i_structure_500_nested_arrays.json"
      || name == "i_structure_UTF-8_BOM_empty_object.json"
  }

  @Test func `the public suite has the verdicts that its file names state`() throws {
    guard let root = ProcessInfo.processInfo.environment["CONFORMANCE_DIR"] else {
      print("left out: the public JSON suite; set CONFORMANCE_DIR to the folder that holds json/")
      return
    }
    let folder = URL(fileURLWithPath: root).appendingPathComponent("json")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
    #expect(files.count > 100)
    for file in files {
      let name = file.lastPathComponent
      let text = [UInt8](try Data(contentsOf: file))
      let accepted = (try? JSONParser.parse(text)) != nil
      switch name.prefix(2) {
      case "y_": #expect(accepted, "\(name)")
      case "n_": #expect(!accepted, "\(name)")
      default: #expect(accepted == Self.isAccepted(name), "\(name)")
      }
    }
  }

  @Test func `the public patch suite has its expected results`() throws {
    guard let root = ProcessInfo.processInfo.environment["CONFORMANCE_DIR"] else {
      print("left out: the public JSON Patch suite; set CONFORMANCE_DIR to the folder that holds json-patch/")
      return
    }
    var count = 0
    for name in ["tests.json", "spec_tests.json"] {
      let file = URL(fileURLWithPath: root).appendingPathComponent("json-patch").appendingPathComponent(name)
      let cases = try JSONParser.parse([UInt8](try Data(contentsOf: file))).arrayValue ?? []
      for entry in cases where entry["disabled"]?.boolValue != true {
        guard let document = entry["doc"], let patch = entry["patch"] else { continue }
        count += 1
        let result = Result { try JSONPatch(patch).apply(to: document) }
        if entry["error"] != nil {
          #expect(throws: JSONPatchError.self, "\(entry.text)") { try result.get() }
        } else {
          let found = try result.get()
          #expect(entry["expected"].map { found.isEquivalent(to: $0) } ?? true, "\(entry.text) \(found.text)")
        }
      }
    }
    #expect(count > 50)
  }
}
