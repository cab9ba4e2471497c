import JSONText

/// The texts of a file that holds one language.
struct LanguageFile {
  struct Entry {
    let id: String
    let text: String
    var notes: [String] = []
    var needsReview = false
  }

  /// The BCP 47 tag; nil if the file does not name it.
  var language: String?
  var entries: [Entry] = []
  var leftOut: [LeftOutUnit] = []

  /// Joins translations with their sources by id, in the order of the sources.
  static func joined(_ target: LanguageFile, to source: LanguageFile, as format: TranslationFormat)
    -> ReadTranslations
  {
    var translations: [ExactString: Entry] = [:]
    for entry in target.entries { translations[entry.id] = entry }
    var result = ReadTranslations(
      file: TranslationFile(sourceLanguage: source.language ?? "", targetLanguage: target.language),
      format: format,
      leftOut: target.leftOut)
    for entry in source.entries {
      let translation = translations[entry.id]
      translations[entry.id] = nil
      result.file.units.append(
        TranslationUnit(
          id: entry.id, source: entry.text, target: translation?.text,
          state: translation?.needsReview == true ? .needsReview : .translated, notes: entry.notes))
    }
    for entry in target.entries where translations[entry.id] != nil {
      result.leftOut.append(LeftOutUnit(id: entry.id, reason: "the source file has no text of this name"))
    }
    return result
  }
}
