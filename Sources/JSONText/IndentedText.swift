extension JSONValue {
  /// The JSON text with a line for each member and element, for people.
  package var indentedText: String {
    var lines = ""
    write(to: &lines, indentation: "")
    return lines
  }

  private func write(to text: inout String, indentation: String) {
    let inner = indentation + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      text += "["
      for (index, element) in elements.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner
        element.write(to: &text, indentation: inner)
      }
      text += "\n\(indentation)]"
    case .object(let object) where !object.members.isEmpty:
      text += "{"
      for (index, member) in object.members.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + "\(inner)\(JSONValue.string(member.name).text): "
        member.value.write(to: &text, indentation: inner)
      }
      text += "\n\(indentation)}"
    default: text += self.text
    }
  }
}
