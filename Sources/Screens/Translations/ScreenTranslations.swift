import JSONText

/// The translations of a version of a screen, by language.
///
/// They are kept as text and parsed when they are needed: a screen in thirty languages has thirty times as many
/// translations as texts.
package struct ScreenTranslations: Sendable, Equatable {
  /// The units of each language as compact JSON. No language has an empty list.
  private var texts: [LanguageTag: [UInt8]] = [:]

  package init() {}

  package var isEmpty: Bool { texts.isEmpty }
  /// The languages with units, sorted.
  package var languages: [LanguageTag] { texts.keys.sorted() }
  /// The memory of the texts, in bytes.
  package var bytes: Int { texts.values.reduce(0) { $0 + $1.count } }

  package func has(_ language: LanguageTag) -> Bool { texts[language] != nil }

  /// The units of a language. Setting an empty list removes the language.
  package subscript(language: LanguageTag) -> [TranslationUnit] {
    get {
      guard let text = texts[language], let value = try? JSONParser.parse(text) else { return [] }
      var diagnostics = Diagnostics()
      return TranslationReader.units(value, at: .root, isDocument: false, &diagnostics)
    }
    set { texts[language] = newValue.isEmpty ? nil : TranslationUnit.document(newValue).serialized() }
  }

  /// The member of a stored definition.
  static let member = "translations"

  static func isNamed(in definition: JSONValue) -> Bool { definition[member] != nil }

  /// An earlier definition that says which translations it has, also when it has none: without those of languages that
  /// the screens have no more.
  static func whole(of definition: JSONValue, _ languages: Languages?) -> JSONValue {
    guard case .object(var document) = definition else { return definition }
    var kept: JSONObject = [:]
    for language in document[member]?.objectValue ?? [:] {
      guard let tag = LanguageTag(language.name), languages?.translatable.contains(tag) ?? false else {
        continue
      }
      kept[language.name] = language.value
    }
    document[member] = .object(kept)
    return .object(document)
  }

  /// A definition without this member.
  static func removed(from definition: JSONValue) -> JSONValue {
    guard case .object(var document) = definition else { return definition }
    document[member] = nil
    return .object(document)
  }

  /// A definition with this member.
  func stored(in definition: JSONValue) -> JSONValue {
    guard !isEmpty, case .object(var document) = definition else { return definition }
    var object: JSONObject = [:]
    for (language, text) in texts.sorted(by: { $0.key < $1.key }) {
      object[language.text] = (try? JSONParser.parse(text)) ?? ["units": []]
    }
    document[Self.member] = .object(object)
    return .object(document)
  }

  /// Reads the member `translations` of a definition.
  /// - Parameter validates: whether it may be invalid. A stored version was validated when it was published.
  init(_ value: JSONValue, at location: JSONPointer, validates: Bool, _ diagnostics: inout Diagnostics) {
    guard case .object(let object) = value else {
      diagnostics.add(.wrongType(value, at: location, expected: "\"translations\" is an object"))
      return
    }
    for member in object {
      let place = location.appending(member.name)
      guard let language = LanguageTag(member.name) else {
        diagnostics.add(
          Diagnostic(
            .invalidValue, at: place, anchor: .name, "\(quoted(member.name)) is not a language tag",
            hint: LanguageTag.rule))
        continue
      }
      if validates {
        self[language] = TranslationReader.units(member.value, at: place, isDocument: false, &diagnostics)
      } else if member.value["units"]?.arrayValue?.isEmpty == false {
        texts[language] = member.value.serialized()
      }
    }
  }
}
