import JSONText

/// Invariant: an edit produces a document that can be written and parsed again, or an error that points into the edit.
/// Merging a patch twice has the same result as once.
///
/// The first line of an input is the document, the rest is the patch.
enum Harness {
  static func run(_ data: [UInt8]) {
    let (first, second) = halves(data)
    guard let document = try? JSONParser.parse(first), let edit = try? JSONParser.parse(second) else {
      return pointer(String(decoding: first, as: UTF8.self))
    }
    merge(edit, into: document)
    patch(edit, of: document)
    if let text = edit.stringValue { pointer(text) }
  }

  private static func merge(_ edit: JSONValue, into document: JSONValue) {
    let merged = JSONMergePatch.apply(edit, to: document)
    require(JSONMergePatch.apply(edit, to: merged) == merged, "merging twice changes the result")
    requireReadable(merged)
  }

  private static func patch(_ edit: JSONValue, of document: JSONValue) {
    do throws(JSONPatchError) {
      let patch = try JSONPatch(edit)
      let patched = try patch.apply(to: document)
      requireReadable(patched)
      let same = JSONPatch(operations: [.test(.root, patched), .replace(.root, patched)])
      require((try? same.apply(to: patched)) == patched, "a document does not equal itself")
    } catch {
      require(error.pointer.value(in: edit) != nil, "an error points outside the patch: \(error)")
    }
  }

  private static func requireReadable(_ value: JSONValue) {
    let again = try? JSONParser.parse(value.serialized(), profile: .strict)
    require(again == value, "\(value.text) does not parse again")
  }

  private static func pointer(_ text: String) {
    guard let pointer = JSONPointer(text) else { return }
    require(pointer.description.hasSameScalars(as: text), "\(text) became \(pointer)")
    _ = pointer.value(in: ["a": [1, ["b": 2]]])
  }
}
