/// The translations of one language.
package struct TranslationFile: Sendable, Equatable {
  /// The largest number of units.
  package static let maximumUnits = 100_000
  /// The longest text, in bytes of UTF-8.
  package static let maximumTextBytes = 64 << 10

  /// The BCP 47 tag of the sources; empty if the file does not name it.
  package var sourceLanguage: String
  /// The BCP 47 tag of the targets; nil for a file without translations.
  package var targetLanguage: String?
  package var units: [TranslationUnit]

  package init(sourceLanguage: String, targetLanguage: String? = nil, units: [TranslationUnit] = []) {
    self.sourceLanguage = sourceLanguage
    self.targetLanguage = targetLanguage
    self.units = units
  }
}

/// A unit that a file cannot express, or of which the reader cannot make one text.
package struct LeftOutUnit: Sendable, Equatable {
  package let id: String
  package let route: String
  package let reason: String

  package init(id: String, route: String = "", reason: String) {
    self.id = id
    self.route = route
    self.reason = reason
  }
}

/// The result of reading a file.
package struct ReadTranslations: Sendable {
  package internal(set) var file: TranslationFile
  /// The format that the file is in. The version of XLIFF is that of the file, whatever its name says.
  package internal(set) var format: TranslationFormat
  package internal(set) var leftOut: [LeftOutUnit] = []
}

/// The result of writing a file.
package struct WrittenTranslations: Sendable {
  package internal(set) var bytes: [UInt8] = []
  package internal(set) var leftOut: [LeftOutUnit] = []
}
