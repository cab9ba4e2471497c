/// The attributes and the content that an element of XLIFF 2.1 can have.
///
/// Names are those of the element without prefix for the core, and with the usual prefix for a module: `mda:meta`.
struct XLIFFElementRule: Sendable {
  /// A step in the content of an element. The steps follow each other in order.
  struct Step: Sendable {
    /// The elements of this step, in any order. `*` is any element of another namespace than that of the parent.
    let names: [String]
    let isRequired: Bool
    let isRepeatable: Bool

    static func one(_ name: String) -> Step { Step(names: [name], isRequired: true, isRepeatable: false) }
    static func maybe(_ name: String) -> Step { Step(names: [name], isRequired: false, isRepeatable: false) }
    static func some(_ names: String...) -> Step { Step(names: names, isRequired: true, isRepeatable: true) }
    static func any(_ names: String...) -> Step { Step(names: names, isRequired: false, isRepeatable: true) }
    static func any(_ names: [String]) -> Step { Step(names: names, isRequired: false, isRepeatable: true) }
  }

  let required: [String: XLIFFValueForm]
  let optional: [String: XLIFFValueForm]
  /// The prefixes of the namespaces whose attributes the element can have besides; nil for all.
  let attributeNamespaces: [String]?
  let content: [Step]
  let hasText: Bool

  init(
    required: [String: XLIFFValueForm] = [:], optional: [String: XLIFFValueForm] = [:],
    attributesOf namespaces: [String]? = [], _ content: [Step] = [], hasText: Bool = false
  ) {
    self.required = required
    self.optional = optional
    attributeNamespaces = namespaces
    self.content = content
    self.hasText = hasText
  }

  /// The form of an attribute's value; nil if the element does not have the attribute.
  func form(of attribute: String) -> XLIFFValueForm? { required[attribute] ?? optional[attribute] }
}

/// The namespaces of XLIFF 2.1 with their usual prefixes (§4, §5).
enum XLIFFNamespace {
  static let core = "urn:oasis:names:tc:xliff:document:2.0"

  private static let prefixes = [
    "http://www.w3.org/XML/1998/namespace": "xml", "http://www.w3.org/2005/11/its": "its",
    "urn:oasis:names:tc:xliff:changetracking:2.0": "ctr", "urn:oasis:names:tc:xliff:fs:2.0": "fs",
    "urn:oasis:names:tc:xliff:glossary:2.0": "gls", "urn:oasis:names:tc:xliff:itsm:2.1": "itsm",
    "urn:oasis:names:tc:xliff:matches:2.0": "mtc", "urn:oasis:names:tc:xliff:metadata:2.0": "mda",
    "urn:oasis:names:tc:xliff:resourcedata:2.0": "res", "urn:oasis:names:tc:xliff:sizerestriction:2.0": "slr",
    "urn:oasis:names:tc:xliff:validation:2.0": "val",
  ]

  /// The name with the usual prefix of its namespace; nil for a namespace that XLIFF 2.1 does not define.
  static func name(_ local: String, in namespace: String) -> String? {
    namespace == core ? local : prefixes[namespace].map { "\($0):\(local)" }
  }
}
