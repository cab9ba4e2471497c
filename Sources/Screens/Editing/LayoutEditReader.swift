import JSONSchema
import JSONText

/// Reads the members that edit a screen: `screenName`, `values`, and `items` or `sections` to replace all items, or
/// `changes` and `order`.
enum LayoutEditReader {
  static let members = ["screenName", "values", "items", "sections", "changes", "order"]

  /// - Parameter noun: the object that has the members, for messages, such as `a variant`.
  static func read(
    _ members: MemberReader, noun: String, _ reader: inout DefinitionReader
  ) -> LayoutEdit? {
    let (name, values) = reader.reading {
      (members.string("screenName", &$0), members.values(&$0))
    }
    return items(members, noun: noun, &reader).map { LayoutEdit(screenName: name, values: values, items: $0) }
  }

  private static func items(
    _ members: MemberReader, noun: String, _ reader: inout DefinitionReader
  ) -> LayoutEdit.Items? {
    let isLayout = members.has("items") || members.has("sections")
    for name in ["changes", "order"] where isLayout && members.has(name) {
      reader.add(
        Diagnostic(
          .invalidValue, at: members.pointer.appending(name), anchor: .name,
          "\(noun) with a layout of its own has no \(quoted(name))",
          hint: "leave out one of the two"))
    }
    if isLayout {
      return reader.sections(of: members, noun: noun).map { .sections($0) }
    }
    guard members.has("changes") || members.has("order") else { return LayoutEdit.Items.none }
    let values = reader.reading { members.array("changes", &$0) } ?? []
    let changes = values.enumerated().compactMap { index, value in
      ChangeReader.read(value, at: members.pointer.appending("changes").appending(index), &reader)
    }
    return .changes(changes, order: order(members, &reader))
  }

  private static func order(_ members: MemberReader, _ reader: inout DefinitionReader) -> [String]? {
    reader.reading { diagnostics in
      guard let values = members.array("order", &diagnostics) else { return nil }
      return strings(values, at: members.pointer.appending("order"), noun: "an id in \"order\"", &diagnostics)
    }
  }

  /// Reads an array of strings; nil and a finding for each element that is not a string.
  static func strings(
    _ values: [JSONValue], at location: JSONPointer, noun: String, _ diagnostics: inout Diagnostics
  ) -> [String]? {
    var read: [String] = []
    for (index, value) in values.enumerated() {
      if case .string(let text) = value {
        read.append(text)
      } else {
        diagnostics.add(
          .wrongType(
            value, at: location.appending(index), expected: "\(noun) is a string",
            hint: ContentHint.requoted(value, as: [.string])))
      }
    }
    return read.count == values.count ? read : nil
  }
}
