/// The parameters of a field value (RFC 9110 §5.6.6), such as `form-data; name="photo"`.
package struct FieldParameters: Sendable {
  /// The text before the first parameter, in lower case.
  package let value: String
  private let parameters: [(name: String, value: [UInt8])]

  package init(_ text: String) {
    let parts = FieldList.elements(of: text, separator: 0x3B)
    value = AcceptElement.lowercased(parts.first ?? "")
    parameters = parts.dropFirst().map { part in
      let bytes = Array(part.utf8)
      let equals = bytes.firstIndex(of: 0x3D) ?? bytes.count
      let name = AcceptElement.lowercased(String(decoding: bytes[..<equals], as: UTF8.self))
      return (name, bytes.withBytes { FieldList.unquoted($0[min(equals + 1, $0.count)..<$0.count]) })
    }
  }

  /// The value of a parameter; nil without it. `name` must be in lower case.
  package subscript(name: String) -> String? {
    parameters.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
  }
}
