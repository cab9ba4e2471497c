package import JSONText
import ScreenPreview
import Screens

/// The differences of boxes that people have approved, as a file of the repository:
///
///     {"approved": [{"screen": "home", "item": "banner", "kind": "cut-off", "text": "Cold noodles",
///       "width": 320, "textSize": 200, "direction": "ltr", "reason": "the price follows below"}]}
///
/// An entry without a member matches all its values. `reason` is for people.
package struct ApprovedBoxes: Sendable {
  private var entries: [JSONObject] = []

  /// The maximum size of the file, in bytes.
  package static let maximumBytes = 16 << 20
  private static let members = [
    "screen", "item", "kind", "text", "width", "textSize", "direction", "reason",
  ]

  package init() {}

  /// The error of a document that is not a valid list of approved differences.
  package struct FormatError: Error, Sendable {
    package let message: String
    package let location: JSONPointer
    /// The part of the member to point at: its name if it is unknown, otherwise its value.
    package var anchor = JSONDocument.Anchor.value
  }

  package init(_ json: JSONValue) throws(FormatError) {
    guard let object = json.objectValue, let list = object["approved"]?.arrayValue, object.count == 1 else {
      throw FormatError(message: "it is an object with the array \"approved\"", location: .root)
    }
    for (index, entry) in list.enumerated() {
      let location = JSONPointer.root.appending("approved").appending(index)
      guard let entry = entry.objectValue else {
        throw FormatError(message: "an approved difference is an object", location: location)
      }
      for member in entry {
        guard let expected = Self.expectation(of: member.name, member.value) else { continue }
        let isKnown = Self.members.contains { $0.hasSameScalars(as: member.name) }
        throw FormatError(
          message: expected, location: location.appending(member.name), anchor: isKnown ? .value : .name)
      }
      entries.append(entry)
    }
  }

  /// The error message for a member; nil if the member is valid.
  private static func expectation(of name: String, _ value: JSONValue) -> String? {
    switch name {
    case "screen", "item", "text", "reason":
      return value.stringValue == nil ? "\(quoted(name)) is a string" : nil
    case "kind":
      let known = BoxDifference.Kind.allCases.filter { $0 != .height }.map(\.rawValue)
      guard !known.contains(value.stringValue ?? "") else { return nil }
      return "\"kind\" is one of \(known.joined(separator: ", "))"
    case "direction":
      let known = PreviewOptions.Direction.allCases.map(\.rawValue)
      return known.contains(value.stringValue ?? "")
        ? nil : "\"direction\" is one of \(known.joined(separator: ", "))"
    case "width", "textSize":
      return value.numberValue?.intValue.map { .number(JSONNumber($0)) } == value
        ? nil : "\(quoted(name)) is a whole number, written without a fraction"
    default: return "\(quoted(name)) is unknown; members are \(members.joined(separator: ", "))"
    }
  }

  /// The difference without the devices on which it is approved; nil if it is approved on all of them.
  package func remaining(of difference: BoxDifference) -> BoxDifference? {
    var left = difference
    left.settings = difference.settings.filter { setting in
      let facts = Self.facts(of: difference, on: setting)
      return !entries.contains { entry in
        entry.allSatisfy { $0.name == "reason" || facts[$0.name] == $0.value }
      }
    }
    return left.settings.isEmpty ? nil : left
  }

  /// Adds a difference on all of its devices.
  package mutating func add(_ difference: BoxDifference) {
    for setting in difference.settings { entries.append(Self.facts(of: difference, on: setting)) }
  }

  private static func facts(of difference: BoxDifference, on setting: BoxSetting) -> JSONObject {
    [
      "screen": .string(difference.route.name), "item": .string(difference.item),
      "kind": .string(difference.kind.rawValue), "text": .string(difference.text),
      "width": .number(JSONNumber(setting.width)), "textSize": .number(JSONNumber(setting.text)),
      "direction": .string(setting.direction.rawValue),
    ]
  }

  package var json: JSONValue { ["approved": .array(entries.map { .object($0) })] }
}
