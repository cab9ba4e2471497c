/// The field `Prefer` (RFC 7240).
package enum PreferField {
  /// Parses the field (§2): names in lower case, values as tokens or quoted strings. Drops parameters of preferences.
  package static func preferences(in field: String) -> [(name: String, value: String)] {
    FieldList.elements(of: field).compactMap { element in
      guard let first = FieldList.elements(of: element, separator: 0x3B).first(where: { !$0.isEmpty }) else {
        return nil
      }
      let bytes = Array(first.utf8)
      let equals = bytes.firstIndex(of: 0x3D) ?? bytes.count
      return bytes.withBytes { bytes in
        let name = String(decoding: bytes[0..<equals].trimmed).lowercased()
        let value = FieldList.unquoted(bytes[equals + 1..<max(bytes.count, equals + 1)].trimmed)
        return name.isEmpty ? nil : (name, String(decoding: value, as: UTF8.self))
      }
    }
  }
}
