import JSONSchema
import JSONText

/// Compares translations with the screen that they are of.
struct TranslationCheck {
  private let definition: Definition
  private let combinations: [Combination]
  private let catalogue: Catalogue
  private let strings: ScreenStrings
  private let budget = ValidationBudget(steps: DefinitionReader.maximumValidationSteps)
  /// A language that the screens do not have, and a text that breaks its schema.
  private(set) var errors = Diagnostics()
  /// A place that is not there, or is no text.
  private(set) var warnings = Diagnostics()

  init(_ definition: Definition, _ combinations: [Combination], _ catalogue: Catalogue) {
    self.definition = definition
    self.combinations = combinations
    self.catalogue = catalogue
    strings = ScreenStrings(of: definition, combinations, in: catalogue)
  }

  /// - Parameters:
  ///   - location: the place of the translation in its document.
  ///   - isKept: whether the document does not contain the translation, so that messages say which it is.
  mutating func check(
    _ units: [TranslationUnit], in language: LanguageTag, at location: JSONPointer, isKept: Bool = false
  ) {
    guard let languages = catalogue.languages else {
      return errors.add(
        Diagnostic(
          .invalidValue, at: location, "the screens have one language",
          hint: "name their languages in _languages.json"))
    }
    guard languages.translatable.contains(language) else {
      return errors.add(
        Diagnostic(
          .invalidValue, at: location, "\(quoted(language.text)) is not a language of the screens",
          hint: NearestName.hint(for: language.text, among: languages.translatable.map(\.text).sorted())))
    }
    let known = Set(strings.texts.map(\.place))
    var numbers: [TextPlace.Owner: [Int]] = [:]
    for (number, unit) in units.enumerated() {
      numbers[unit.place.owner, default: []].append(number)
      guard !known.contains(unit.place) else { continue }
      // Later warnings are only counted.
      let hint = warnings.count < 100 ? hint(for: unit.place) : nil
      warnings.add(
        Diagnostic(
          .unusedTranslation, at: location.appending("units").appending(number),
          "\(unit.place.phrase) is no text of the screen, so its translation is not used", hint: hint,
          language: language, place: unit.place))
    }
    validate(units, numbers, at: location.appending("units")) { place, message in
      isKept ? "the translation of \(place.phrase) into \(language) does not fit: \(message)" : message
    }
  }

  private func hint(for place: TextPlace) -> String? {
    let sameOwner = strings.texts.filter { $0.place.owner == place.owner }.map(\.place.at.description)
    if !sameOwner.isEmpty { return NearestName.hint(for: place.at.description, among: sameOwner) }
    return place.item.flatMap { NearestName.hint(for: $0, among: strings.texts.compactMap(\.place.item)) }
  }

  /// Validates the content with the translations in place of its texts.
  private mutating func validate(
    _ units: [TranslationUnit], _ numbers: [TextPlace.Owner: [Int]], at location: JSONPointer,
    message: (TextPlace, String) -> String
  ) {
    var texts: [TextPlace: [ExactString: String]] = [:]
    for unit in units { texts[unit.place, default: [:]][ExactString(unit.source)] = unit.text }
    let known = texts
    let items = Set(units.compactMap { unit in unit.place.item.map { ExactString($0) } })
    let translator = TextTranslator(definition, items: items, catalogue) { known[$0]?[ExactString($1)] }
    var isReported: Set<Int> = []
    /// Reports each finding at the unit whose text it is about. A finding can be about a value that contains texts, such
    /// as a list without repetition; then it is reported at the first of their units, or else of the owner's.
    func report(
      _ found: Diagnostics, _ owner: TextPlace.Owner, in old: JSONValue, below tokens: [String],
      _ errors: inout Diagnostics
    ) {
      // What is left when the steps are spent is not validated.
      guard !found.isEmpty, !budget.isSpent else { return }
      let used = (numbers[owner] ?? []).filter { number in
        let at = JSONPointer(tokens: Array(units[number].place.at.tokens.dropFirst(tokens.count)))
        return at.value(in: old)?.stringValue?.hasSameScalars(as: units[number].source) ?? false
      }
      for finding in found.kept {
        let path = tokens + finding.pointer.tokens
        let number = used.first { units[$0].place.at.tokens.starts(with: path) } ?? used.first
        guard let number, isReported.insert(number).inserted else { continue }
        errors.add(
          Diagnostic(
            finding.code, at: location.appending(number).appending("text"),
            message(units[number].place, finding.message), hint: finding.hint))
      }
    }
    for layout in combinations.map(\.layout) {
      let translated = translator.translated(layout)
      guard translated != layout else { continue }
      for (old, new) in zip(layout.items.flatMap(\.alternatives), translated.items.flatMap(\.alternatives))
      where old.content != new.content {
        guard let viewType = catalogue.viewType(new.viewType) else { continue }
        var found = Diagnostics()
        catalogue.validate(new, as: viewType, at: .root, besides: old, within: budget, &found)
        report(found, .item(ExactString(new.id)), in: old.content, below: [], &errors)
      }
      let values = catalogue.format(definition.format)?.values
      if let new = translated.values, new != layout.values, let schema = values?.screen {
        var found = Diagnostics()
        schema.validate(
          .object(new), at: .root, besides: layout.values.map { .object($0) }, within: budget, &found)
        report(found, .screen, in: .object(layout.values ?? [:]), below: ["values"], &errors)
      }
      for (old, new) in zip(layout.sections, translated.sections) {
        guard let id = new.id, let object = new.values, object != old.values, let schema = values?.section
        else {
          continue
        }
        var found = Diagnostics()
        schema.validate(
          .object(object), at: .root, besides: old.values.map { .object($0) }, within: budget, &found)
        report(
          found, .section(ExactString(id)), in: .object(old.values ?? [:]), below: ["values"], &errors)
      }
    }
  }
}
