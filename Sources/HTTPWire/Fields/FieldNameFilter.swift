/// The names of the fields of a response, as a set of 64 bits: it says that a name is not among them, or that it may
/// be (Bloom, "Space/Time Trade-offs in Hash Coding with Allowable Errors", 1970).
package struct FieldNameFilter: Sendable {
  private var bits: UInt64 = 0

  /// A filter with one name, to ask others for it. Computing it takes longer than asking.
  package init(_ name: StaticString) {
    bits = name.withUTF8Buffer { unsafe Self.bit(of: Bytes($0)) }
  }

  init(_ fields: [HTTPField]) {
    for field in fields {
      var name = field.name
      bits |= name.withUTF8 { unsafe Self.bit(of: Bytes($0)) }
    }
  }

  /// False if none of these names is among its own.
  func mayContain(_ names: FieldNameFilter) -> Bool { bits & names.bits != 0 }

  /// One bit for a name, whatever the case of its letters: by its length and its ends.
  private static func bit(of name: Bytes) -> UInt64 {
    guard !name.isEmpty else { return 0 }
    let first = UInt64(ByteClass.lowercased(name[0]))
    let last = UInt64(ByteClass.lowercased(name[name.count - 1]))
    let hash = (UInt64(truncatingIfNeeded: name.count) | first << 8 | last << 16) &* 0x9E37_79B9_7F4A_7C15
    return 1 << (hash >> 58)
  }
}
