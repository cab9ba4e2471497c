import JSONText

/// The string catalog of Xcode: all languages in one file, by key.
enum StringCatalog {
  static func written(_ file: TranslationFile) -> WrittenTranslations {
    var strings = JSONObject()
    for unit in file.units {
      var localizations: JSONObject = [file.sourceLanguage: localization(unit.source, "translated")]
      if let language = file.targetLanguage, let target = unit.target {
        localizations[language] = localization(
          target, unit.state == .needsReview ? "needs_review" : "translated")
      }
      var entry = JSONObject()
      if !unit.comment.isEmpty { entry["comment"] = .string(unit.comment) }
      // Xcode removes other texts that no code of the app uses.
      entry["extractionState"] = "manual"
      entry["localizations"] = .object(localizations)
      strings[unit.id] = .object(entry)
    }
    return WrittenTranslations(
      bytes: JSONFile.written([
        "sourceLanguage": .string(file.sourceLanguage), "strings": .object(strings), "version": "1.0",
      ]))
  }

  private static func localization(_ text: String, _ state: String) -> JSONValue {
    ["stringUnit": ["state": .string(state), "value": .string(text)]]
  }

  /// - Parameter language: the language of the translations; nil for the only one beside the source's.
  static func read(_ bytes: [UInt8], language: String?) throws(TranslationFileError) -> ReadTranslations {
    let json = try JSONFile(bytes)
    guard let sourceLanguage = json.root["sourceLanguage"]?.stringValue else {
      throw json.error(
        at: "sourceLanguage", message: "the file has no sourceLanguage", hint: "expected a language")
    }
    guard let strings = json.root["strings"]?.objectValue else {
      throw json.error(at: "strings", message: "the file has no strings", hint: "expected an object")
    }
    guard strings.count <= TranslationFile.maximumUnits else {
      throw json.error(
        at: "strings", message: "there are more than \(TranslationFile.maximumUnits) strings",
        hint: "split the file")
    }
    var language = language
    if language == nil { language = try onlyLanguage(of: strings, beside: sourceLanguage, in: json) }
    var result = ReadTranslations(
      file: TranslationFile(sourceLanguage: sourceLanguage, targetLanguage: language), format: .xcstrings)
    for (key, value) in strings.members.lazy.map({ ($0.name, $0.value) }) {
      guard let entry = value.objectValue else {
        throw json.error(
          at: "strings", key, message: "the string \(quoted(key)) is not an object", hint: "expected {}")
      }
      if entry["shouldTranslate"]?.boolValue == false { continue }
      let localizations = entry["localizations"]?.objectValue ?? [:]
      guard let source = text(localizations[sourceLanguage] ?? localization(key, "translated")) else {
        result.leftOut.append(LeftOutUnit(id: key, reason: "its source has variations"))
        continue
      }
      var unit = TranslationUnit(id: key, source: try json.checked(source.text, at: ["strings", key]))
      if let comment = entry["comment"]?.stringValue { unit.notes = [comment] }
      if let language, let localization = localizations[language] {
        guard let target = text(localization) else {
          result.leftOut.append(LeftOutUnit(id: key, reason: "its translation has variations"))
          continue
        }
        // Xcode fills in the source for a text that is new.
        if target.state != "new" {
          unit.target = try json.checked(target.text, at: ["strings", key])
          unit.state = target.state == "translated" ? .translated : .needsReview
        }
      }
      result.file.units.append(unit)
    }
    return result
  }

  /// The text of a localization; nil for one with variations by number or device.
  private static func text(_ localization: JSONValue) -> (text: String, state: String)? {
    guard localization["variations"] == nil, localization["substitutions"] == nil,
      let unit = localization["stringUnit"], let text = unit["value"]?.stringValue
    else { return nil }
    return (text, unit["state"]?.stringValue ?? "translated")
  }

  private static func onlyLanguage(
    of strings: JSONObject, beside source: String, in json: JSONFile
  ) throws(TranslationFileError) -> String? {
    var languages: Set<String> = []
    for string in strings.members {
      languages.formUnion(string.value["localizations"]?.objectValue?.names ?? [])
    }
    languages.remove(source)
    guard languages.count < 2 else {
      throw json.error(
        at: "strings",
        message: "the file has several languages: \(languages.sorted().joined(separator: ", "))",
        hint: "name one of them")
    }
    return languages.first
  }
}
