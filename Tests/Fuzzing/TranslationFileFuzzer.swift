import TranslationFiles

/// Invariant: a file is refused with a reason, or what it says survives being written and read again.
/// The first byte chooses the format.
enum Harness {
  static func run(_ data: [UInt8]) {
    guard let first = data.first else { return }
    let formats = TranslationFormat.allCases
    let format = formats[Int(first) % formats.count]
    let bytes = Array(data.dropFirst())
    do throws(TranslationFileError) {
      let read = try TranslationFile.read(bytes, as: format, source: bytes, language: nil)
      // XLIFF names both languages. Ids can be repeated in different files of XLIFF.
      guard !read.file.sourceLanguage.isEmpty, read.file.targetLanguage != nil,
        let written = try? read.file.written(as: .xliff21)
      else { return }
      let again = try TranslationFile.read(written.bytes, as: .xliff21)
      require(
        again.file.units.count + written.leftOut.count == read.file.units.count, "a unit is lost or appears")
      let sources = Set(read.file.units.map(\.source))
      require(again.file.units.allSatisfy { sources.contains($0.source) }, "a source changes")
    } catch {
      require(!error.message.isEmpty, "a refusal says nothing")
    }
  }
}
