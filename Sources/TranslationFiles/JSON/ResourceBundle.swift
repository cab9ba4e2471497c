import JSONText

/// The Application Resource Bundle: one language, with attributes of each text beside it.
enum ResourceBundle {
  /// An attribute of our own, which the format allows with this prefix.
  private static let stateName = "x-state"
  private static let needsReview = "needs-review"

  /// With a target language its translations, without one the sources.
  static func written(_ file: TranslationFile) -> WrittenTranslations {
    let language = file.targetLanguage ?? file.sourceLanguage
    var root: JSONObject = ["@@locale": .string(language.replacing("-", with: "_"))]
    for unit in file.units {
      guard let text = file.targetLanguage == nil ? unit.source : unit.target else { continue }
      let name = ResourceName.encoded(unit.id)
      root[name] = .string(text)
      var attributes = JSONObject()
      if !unit.comment.isEmpty { attributes["description"] = .string(unit.comment) }
      if file.targetLanguage != nil, unit.state == .needsReview {
        attributes[stateName] = .string(needsReview)
      }
      if !attributes.isEmpty { root["@" + name] = .object(attributes) }
    }
    return WrittenTranslations(bytes: JSONFile.written(root))
  }

  static func read(_ bytes: [UInt8]) throws(TranslationFileError) -> LanguageFile {
    let json = try JSONFile(bytes)
    var file = LanguageFile(language: json.root["@@locale"]?.stringValue?.replacing("_", with: "-"))
    for member in json.root.members where !member.name.hasPrefix("@") {
      guard let text = member.value.stringValue else {
        throw json.error(
          at: member.name, message: "\(quoted(member.name)) is not a text",
          hint: "expected a string in double quotes")
      }
      guard file.entries.count < TranslationFile.maximumUnits else {
        throw json.error(
          at: member.name, message: "there are more than \(TranslationFile.maximumUnits) texts",
          hint: "split the file")
      }
      let attributes = json.root["@" + member.name]
      file.entries.append(
        LanguageFile.Entry(
          id: ResourceName.decoded(member.name), text: try json.checked(text, at: [member.name]),
          notes: attributes?["description"]?.stringValue.map { [$0] } ?? [],
          needsReview: attributes?[stateName]?.stringValue == needsReview))
    }
    return file
  }
}
