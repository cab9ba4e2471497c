import JSONText

extension TranslationFile {
  /// Writes a file: with a target language its translations, without one its sources.
  ///
  /// Units that the format cannot express are left out of it, and returned.
  /// - Throws: ``TranslationFileError`` for too many units, a text that is too long, and a repeated id.
  package func written(as format: TranslationFormat) throws(TranslationFileError) -> WrittenTranslations {
    guard units.count <= Self.maximumUnits else {
      throw TranslationFileError(
        nil, "there are more than \(Self.maximumUnits) texts", hint: "export fewer screens")
    }
    var ids: Set<ExactString> = []
    for unit in units {
      guard max(unit.source.utf8.count, unit.target?.utf8.count ?? 0) <= Self.maximumTextBytes else {
        throw TranslationFileError(
          nil, "the text \(quoted(unit.id)) is longer than \(Self.maximumTextBytes >> 10) KiB",
          hint: "shorten it")
      }
      guard ids.insert(unit.id) else {
        throw TranslationFileError(
          nil, "the id \(quoted(unit.id)) is repeated", hint: "give each text its own")
      }
    }
    switch format {
    case .xliff21, .xliff12:
      var writer = XLIFFWriter(self)
      return writer.written(as: format)
    case .xcstrings: return StringCatalog.written(self)
    case .android: return AndroidStrings.written(self)
    case .arb: return ResourceBundle.written(self)
    }
  }
}
