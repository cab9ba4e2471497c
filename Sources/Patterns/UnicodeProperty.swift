/// A property in `\p{…}` (ECMA-262 §22.2.1.1, tables 69–71).
///
/// General categories and binary properties come from the Unicode data of Swift's standard library, scripts
/// from ``UnicodeScript`` (Unicode 14). Not supported: `Extended_Pictographic` and `Terminal_Punctuation`, which the
/// library lacks, and properties of strings, which need the `v` flag.
indirect enum UnicodeProperty: Sendable, Equatable {
  case any
  case ascii
  /// One or more general categories.
  case category(GeneralCategorySet)
  case script(UnicodeScript)
  case scriptExtensions(UnicodeScript)
  case binary(BinaryProperty)
  case complement(ScalarSet)

  /// Parses the text between the braces. Names must match exactly, including case and underscores.
  init?(expression: String) {
    // All names are ASCII. `String ==` alone would accept U+212A (Kelvin sign) as a K.
    guard expression.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let parts = expression.split(separator: "=", omittingEmptySubsequences: false)
    switch parts.count {
    case 1:
      if let categories = GeneralCategorySet(name: expression) {
        self = .category(categories)
      } else if expression == "Any" {
        self = .any
      } else if expression == "ASCII" {
        self = .ascii
      } else if expression == "Assigned" {
        self = .category(GeneralCategorySet(.unassigned).inverted)
      } else if let property = BinaryProperty(name: expression) {
        self = .binary(property)
      } else {
        return nil
      }
    case 2:
      let value = String(parts[1])
      switch parts[0] {
      case "General_Category", "gc":
        guard let categories = GeneralCategorySet(name: value) else { return nil }
        self = .category(categories)
      case "Script", "sc":
        guard let script = UnicodeScript(name: value) else { return nil }
        self = .script(script)
      case "Script_Extensions", "scx":
        guard let script = UnicodeScript(name: value) else { return nil }
        self = .scriptExtensions(script)
      default: return nil
      }
    default: return nil
    }
  }

  func holds(of value: UInt32) -> Bool {
    switch self {
    case .any: return true
    case .ascii: return value < 0x80
    case .complement(let set): return set.contains(value)
    case .script(let script): return script.contains(value)
    case .scriptExtensions(let script): return script.containsInExtensions(value)
    case .category(let categories):
      // A value that is not a scalar is a surrogate.
      guard let scalar = Unicode.Scalar(value) else {
        return categories.contains(GeneralCategorySet(.surrogate))
      }
      return categories.contains(GeneralCategorySet(scalar.properties.generalCategory))
    case .binary(let property):
      guard let scalar = Unicode.Scalar(value) else { return false }
      return property.holds(of: scalar)
    }
  }
}
