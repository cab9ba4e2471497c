/// What has to happen to a folder so that it holds the generated files and no others of ours.
///
/// It knows names and texts alone: who calls reads and writes.
package struct GeneratedFolder: Sendable, Equatable {
  /// Files that are not there.
  package private(set) var missing: [GeneratedFile] = []
  /// Files whose text is another.
  package private(set) var stale: [GeneratedFile] = []
  /// Generated files that nothing generates any more.
  package private(set) var extra: [String] = []
  /// Files of somebody's own whose names are needed; they are left alone.
  package private(set) var foreign: [String] = []

  /// - Parameter existing: the files of the folder, by name. Only those that end in `.swift` matter; a text that
  ///   can't be read counts as somebody's own.
  package init(generated: [GeneratedFile], existing: [String: [UInt8]]) {
    var expected: Set<String> = []
    for file in generated {
      expected.insert(file.name)
      guard let bytes = existing[file.name] else {
        missing.append(file)
        continue
      }
      if bytes == Array(file.text.utf8) { continue }
      if Self.isGenerated(bytes) { stale.append(file) } else { foreign.append(file.name) }
    }
    for (name, bytes) in existing where name.hasSuffix(".swift") && !expected.contains(name) {
      if Self.isGenerated(bytes) { extra.append(name) }
    }
    extra.sort()
  }

  /// Whether the folder is as it should be.
  package var isCurrent: Bool { missing.isEmpty && stale.isEmpty && extra.isEmpty && foreign.isEmpty }

  /// The files to write, each in one step.
  package var written: [GeneratedFile] { foreign.isEmpty ? missing + stale : [] }

  /// The files to delete.
  package var deleted: [String] { foreign.isEmpty ? extra : [] }

  /// A line for each file that is not as it should be.
  package var lines: [String] {
    missing.map { "\($0.name) is missing" } + stale.map { "\($0.name) is stale" }
      + extra.map { "\($0) is generated for no view type" }
      + foreign.map { "\($0) is not generated, but a generated file needs its name" }
  }

  private static func isGenerated(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: GeneratedFile.header.utf8)
  }
}
