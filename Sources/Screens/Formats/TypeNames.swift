import JSONText

/// What view types are called on the wire: `{"VIDEO": "Video 📺", "GRID": 3}`. Others are called as in definitions.
struct TypeNames: Sendable {
  private var names: [ExactString: JSONValue] = [:]

  /// - Parameter value: the object; nil if there is none.
  init(_ value: JSONValue?, at location: JSONPointer, _ diagnostics: inout Diagnostics) {
    guard let value else { return }
    guard case .object(let object) = value else {
      diagnostics.add(.wrongType(value, at: location, expected: "\"viewTypes\" is an object"))
      return
    }
    var owners: [ExactString: String] = [:]
    for member in object {
      let location = location.appending(member.name)
      switch member.value {
      case .string, .number:
        if let other = owners.updateValue(member.name, forKey: ExactString(member.value.text)) {
          diagnostics.add(
            Diagnostic(
              .duplicateName, at: location, "\(quoted(other)) has the name \(member.value.text), too",
              hint: "an app could not tell the two view types apart"))
        }
        names[ExactString(member.name)] = member.value
      default:
        diagnostics.add(
          .wrongType(
            member.value, at: location, expected: "the name of a view type is a string or a number"))
      }
    }
  }

  func wire(_ viewType: String) -> JSONValue {
    (names.isEmpty ? nil : names[ExactString(viewType)]) ?? .string(viewType)
  }

  /// The name of a view type as the name of a member.
  func memberName(_ viewType: String) -> String {
    switch names[ExactString(viewType)] {
    case .string(let text): text
    case .number(let number): number.text
    default: viewType
    }
  }
}
