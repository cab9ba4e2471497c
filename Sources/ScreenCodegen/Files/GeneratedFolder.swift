/// The changes that bring a folder of generated files up to date.
///
/// It only compares names and texts; the caller reads and writes the files.
package struct GeneratedFolder: Sendable, Equatable {
  /// Generated files that do not exist in the folder.
  package private(set) var missing: [GeneratedFile] = []
  /// Generated files whose text in the folder differs.
  package private(set) var stale: [GeneratedFile] = []
  /// Earlier generated files that no view type needs any more.
  package private(set) var extra: [String] = []
  /// Files that were not generated and have the name of a generated file. They are never changed.
  package private(set) var foreign: [String] = []

  /// Compares generated files with a folder.
  /// - Parameters:
  ///   - generated: The generated files.
  ///   - existing: The bytes of the files in the folder, by name. Files of other languages are ignored; a file
  ///     that cannot be read counts as not generated.
  ///   - language: The language of the generated files.
  package init(generated: [GeneratedFile], existing: [String: [UInt8]], language: Language) {
    var expected: Set<String> = []
    for file in generated {
      expected.insert(file.name)
      guard let bytes = existing[file.name] else {
        missing.append(file)
        continue
      }
      if bytes == Array(file.text.utf8) { continue }
      if Self.isGenerated(bytes, language) { stale.append(file) } else { foreign.append(file.name) }
    }
    for (name, bytes) in existing where language.isSource(name) && !expected.contains(name) {
      if Self.isGenerated(bytes, language) { extra.append(name) }
    }
    extra.sort()
  }

  /// Whether the folder is up to date.
  package var isCurrent: Bool { missing.isEmpty && stale.isEmpty && extra.isEmpty && foreign.isEmpty }

  /// The files to write; none while ``foreign`` has files.
  package var written: [GeneratedFile] { foreign.isEmpty ? missing + stale : [] }

  /// The files to delete; none while ``foreign`` has files.
  package var deleted: [String] { foreign.isEmpty ? extra : [] }

  /// One line for each file that is not up to date.
  package var lines: [String] {
    missing.map { "\($0.name) is missing" } + stale.map { "\($0.name) is stale" }
      + extra.map { "\($0) belongs to no view type" }
      + foreign.map { "\($0) was not generated and has the name of a generated file; rename it" }
  }

  private static func isGenerated(_ bytes: [UInt8], _ language: Language) -> Bool {
    bytes.starts(with: language.header.utf8)
  }
}
