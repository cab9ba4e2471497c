extension TranslationFile {
  /// Reads a file.
  /// - Parameters:
  ///   - source: the file of the source language, for a format that ``TranslationFormat/needsSourceFile``.
  ///   - language: the BCP 47 tag of the translations to take from a file of several languages.
  /// - Throws: ``TranslationFileError``.
  package static func read(
    _ bytes: [UInt8], as format: TranslationFormat, source: [UInt8]? = nil, language: String? = nil
  ) throws(TranslationFileError) -> ReadTranslations {
    let result: ReadTranslations
    switch format {
    case .xliff21, .xliff12:
      var reader = try XLIFFReader(bytes)
      result = try reader.read()
    case .xcstrings: result = try StringCatalog.read(bytes, language: language)
    case .android, .arb:
      guard let source else {
        throw TranslationFileError(
          nil, "the format \(format.rawValue) holds one language only",
          hint: "name the file of the source language, too")
      }
      result = LanguageFile.joined(
        try languageFile(bytes, as: format, language: language), to: try languageFile(source, as: format),
        as: format)
    }
    if let language, let found = result.file.targetLanguage, found.lowercased() != language.lowercased() {
      throw TranslationFileError(
        nil, "the language of the file is \(quoted(found))", hint: "expected \(quoted(language))")
    }
    return result
  }

  private static func languageFile(
    _ bytes: [UInt8], as format: TranslationFormat, language: String? = nil
  ) throws(TranslationFileError) -> LanguageFile {
    guard format == .arb else { return try AndroidStrings.read(bytes, language: language) }
    var file = try ResourceBundle.read(bytes)
    file.language = file.language ?? language
    return file
  }
}
