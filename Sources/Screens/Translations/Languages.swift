package import JSONText

/// The languages of the screens: `_languages.json`.
package struct Languages: Sendable, Equatable {
  /// The language of the definitions themselves.
  package let `default`: LanguageTag
  /// Those that a request can get, the default one included.
  package let languages: [LanguageTag]
  /// The languages whose texts stand in for a language's own, in their order. Fallbacks of fallbacks are not followed.
  package let fallbacks: [LanguageTag: [LanguageTag]]
  package let gate: Gate

  /// What to do with a publication that leaves a text of a language stale or missing.
  package enum Gate: String, Sendable, CaseIterable {
    case warn, refuse
  }

  /// The maximum number of languages.
  package static let maximumCount = 500

  /// For lookup, by the tags in lower case.
  private let known: [String: LanguageTag]

  /// - Throws: ``InvalidDocument`` with all errors.
  package init(_ document: JSONDocument) throws(InvalidDocument) {
    var diagnostics = Diagnostics()
    let read = Self.read(document.value, &diagnostics)
    guard let read, diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw InvalidDocument(diagnostics)
    }
    self = read
  }

  private init(
    _ languages: [LanguageTag], default: LanguageTag, fallbacks: [LanguageTag: [LanguageTag]], gate: Gate
  ) {
    self.default = `default`
    self.languages = languages
    self.fallbacks = fallbacks
    self.gate = gate
    known = Dictionary(languages.map { ($0.text.lowercased(), $0) }) { first, _ in first }
  }

  private static func read(_ value: JSONValue, _ diagnostics: inout Diagnostics) -> Languages? {
    guard
      let members = MemberReader(
        value, at: .root, named: "\"_languages.json\"",
        allowed: ["default", "languages", "fallbacks", "gate"],
        isDocument: true, &diagnostics)
    else { return nil }
    let standard = members.required("default", of: "\"_languages.json\"", &diagnostics)
      .flatMap { tag($0, at: JSONPointer(tokens: ["default"]), &diagnostics) }
    _ = members.required("languages", of: "\"_languages.json\"", &diagnostics)
    let languages = tags("languages", of: members, &diagnostics)
    if languages.count > maximumCount {
      diagnostics.add(
        Diagnostic(
          .tooMany, at: JSONPointer(tokens: ["languages"]), "there are at most \(maximumCount) languages"))
    }
    if let standard, !languages.isEmpty, !languages.contains(standard) {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: JSONPointer(tokens: ["default"]),
          "the default language \(quoted(standard.text)) is not among \"languages\"",
          hint: NearestName.hint(for: standard.text, among: languages.map(\.text))))
    }
    var fallbacks: [LanguageTag: [LanguageTag]] = [:]
    let location = JSONPointer(tokens: ["fallbacks"])
    let place = members.object["fallbacks"].flatMap {
      MemberReader(
        $0, at: location, named: "\"fallbacks\"", allowed: $0.objectValue?.names.map { $0 } ?? [],
        &diagnostics)
    }
    for name in place?.object.names.map({ $0 }) ?? [] {
      guard let place, let tag = LanguageTag(name), languages.contains(tag) else {
        diagnostics.add(
          Diagnostic(
            .invalidValue, at: location.appending(name), anchor: .name,
            "\(quoted(name)) is not among \"languages\"",
            hint: NearestName.hint(for: name, among: languages.map(\.text))))
        continue
      }
      fallbacks[tag] = tags(name, of: place, &diagnostics)
    }
    let gate = members.choice("gate", of: Gate.allCases.map(\.rawValue), &diagnostics)
      .flatMap { Gate(rawValue: $0) }
    return standard.map { Languages(languages, default: $0, fallbacks: fallbacks, gate: gate ?? .warn) }
  }

  private static func tags(
    _ name: String, of members: MemberReader, _ diagnostics: inout Diagnostics
  ) -> [LanguageTag] {
    var found: [LanguageTag] = []
    for (index, value) in (members.array(name, &diagnostics) ?? []).enumerated() {
      let location = members.pointer.appending(name).appending(index)
      guard let tag = tag(value, at: location, &diagnostics) else { continue }
      if found.contains(tag) {
        diagnostics.add(
          Diagnostic(.duplicateName, at: location, "the language \(quoted(tag.text)) is repeated"))
      }
      found.append(tag)
    }
    return found
  }

  private static func tag(
    _ value: JSONValue, at location: JSONPointer, _ diagnostics: inout Diagnostics
  ) -> LanguageTag? {
    guard let text = value.stringValue else {
      diagnostics.add(.wrongType(value, at: location, expected: "a language is a string"))
      return nil
    }
    if let tag = LanguageTag(text) { return tag }
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: location, "\(quoted(text)) is not a language tag", hint: LanguageTag.rule))
    return nil
  }

  package var json: JSONValue {
    func list(_ tags: [LanguageTag]) -> JSONValue { .array(tags.map { .string($0.text) }) }
    var object: JSONObject = ["default": .string(`default`.text), "languages": list(languages)]
    if !fallbacks.isEmpty {
      var members: JSONObject = [:]
      for (tag, others) in fallbacks.sorted(by: { $0.key < $1.key }) { members[tag.text] = list(others) }
      object["fallbacks"] = .object(members)
    }
    object["gate"] = .string(gate.rawValue)
    return .object(object)
  }

  /// The languages of ranges by lookup (RFC 4647 §3.4); the default one if none is there, or without ranges.
  ///
  /// A tag of weight 0 is taken out. `*` alone stands for the default language, and is skipped otherwise.
  package func lookup(_ ranges: LanguageRanges?) -> LanguageTag {
    guard let ranges else { return `default` }
    let refused = Set(ranges.ranges.lazy.filter { $0.weight == 0 }.map(\.text))
    for range in ranges.ranges where range.weight > 0 && range.text != "*" {
      var text = range.text[...]
      // No tag is longer, and each shortening copies the rest.
      if text.utf8.count > LanguageTag.maximumBytes {
        let longest = text.prefix(LanguageTag.maximumBytes)
        text = longest.lastIndex(of: "-").map { longest[..<$0] } ?? ""
      }
      while true {
        if let tag = known[String(text)], !refused.contains(String(text)) { return tag }
        guard let hyphen = text.lastIndex(of: "-") else { break }
        text = text[..<hyphen]
        // A subtag of one letter says what those after it mean, so it goes with them.
        if text.dropLast().last == "-" { text = text.dropLast(2) }
      }
    }
    return `default`
  }

  /// The languages whose texts a language takes, in this order, itself included. The source stands in for the rest.
  package func chain(of language: LanguageTag) -> [LanguageTag] {
    var chain = [language]
    for tag in (fallbacks[language] ?? []) + language.shorter where !chain.contains(tag) { chain.append(tag) }
    return chain
  }

  /// The languages that translations can be in: ``languages``, their fallbacks and their shorter tags.
  package var translatable: Set<LanguageTag> {
    Set(languages.flatMap(chain) + fallbacks.values.joined())
  }

  /// The languages that need a translation of every text: all but the default one.
  package var targets: [LanguageTag] { languages.filter { $0 != `default` } }
}
