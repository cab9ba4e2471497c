import JSONText
package import Screens

/// The differences between two folders of screens.
package struct FolderComparison: Sendable {
  /// A folder that was read and checked.
  package struct Folder: Sendable {
    /// The folder as given.
    package let name: String
    package let contents: FolderContents
    package let check: FolderImport

    /// - Parameter name: the folder as given.
    /// - Throws: ``FolderError`` if the folder cannot be read.
    package init(reading name: String) throws(FolderError) {
      self.name = name
      contents = try FolderContents(reading: name)
      check = FolderImport(checking: contents)
    }

    /// The screens and documents whose files are invalid or cannot be read. They exist, but cannot be compared.
    fileprivate var invalid: Set<ChangeSubject> {
      let routes = Set(check.current.map(\.route))
      let unusable = contents.files.compactMap { file -> ChangeSubject? in
        switch file.kind {
        case .screen(let route): routes.contains(route) ? nil : .screen(route)
        case .document(let kind, let name):
          check.documents[kind][name] == nil ? .document(kind, name) : nil
        case .scenario, .endpoint: nil
        case .translation(_, let route): routes.contains(route) ? nil : .screen(route)
        }
      }
      return Set(unusable + contents.problems.compactMap { subject(of: $0.path) })
    }

    /// The screen or document that belongs to a path; nil if the path belongs to neither.
    private func subject(of path: String) -> ChangeSubject? {
      let folder = name.count > 1 && name.hasSuffix("/") ? name : name + "/"
      guard path.hasPrefix(folder) else { return nil }
      let file = path.dropFirst(folder.count)
      switch FolderContents.kind(of: String(file)) {
      case .translation(_, let route)?: return .screen(route)
      case .document(.setting, let name)?: return .document(.setting, name)
      default: break
      }
      let stem = String(file.hasSuffix(".json") ? file.dropLast(5) : file)
      for kind in DocumentKind.ofFiles {
        guard let folder = kind.folder, stem.hasPrefix(folder + "/") else { continue }
        return .document(kind, String(stem.dropFirst(folder.count + 1)))
      }
      return (try? Route(stored: stem)).map { .screen($0) }
    }
  }

  package let old: Folder
  package let new: Folder
  package private(set) var screens: [ScreenChange] = []
  package private(set) var documents: [DocumentChange] = []
  /// The names of assets that are in both folders and differ.
  package let changedAssets: Set<String>

  private let releases: [Release]
  private let locale: String?
  private let invalid: Set<ChangeSubject>

  /// - Parameters:
  ///   - releases: the releases of the apps that show the screens. Unsupported ones are ignored.
  ///   - locale: the language in which the screens are shown; nil for that of the definitions.
  package init(from old: Folder, to new: Folder, releases: [Release], locale: String? = nil) throws {
    self.locale = locale
    self.old = old
    self.new = new
    self.releases = releases.filter(\.isSupported).sorted { $0.name < $1.name }
    invalid = old.invalid.union(new.invalid)
    changedAssets = Self.changedAssets(from: old.contents.assets, to: new.contents.assets)
    try compareScreens()
    compareDocuments()
  }

  private mutating func compareScreens() throws {
    let before = Dictionary(old.check.current.map { ($0.route, $0) }) { first, _ in first }
    let after = Dictionary(new.check.current.map { ($0.route, $0) }) { first, _ in first }
    for route in Set(before.keys).union(after.keys).sorted() where !invalid.contains(.screen(route)) {
      let (one, other) = (try before[route]?.screen(), try after[route]?.screen())
      let change = ScreenChange(
        route: route, from: one?.shown(in: locale, old.check.catalogue),
        to: other?.shown(in: locale, new.check.catalogue), in: new.check.catalogue, releases: releases,
        changedAssets: changedAssets,
        // A screen that is shown in a language has no text to translate any more.
        untranslated: other.map { TranslationFinding.left(by: $0, replacing: one, in: new.check.catalogue) }
          ?? [])
      if let change { screens.append(change) }
    }
  }

  private mutating func compareDocuments() {
    let (before, after) = (old.check.documents, new.check.documents)
    for kind in DocumentKind.ofFiles {
      for name in Set(before[kind].keys).union(after[kind].keys).sorted()
      where !invalid.contains(.document(kind, name)) {
        let (one, other) = (before[kind][name], after[kind][name])
        guard var change = DocumentChange(kind, name, from: one, to: other) else { continue }
        if kind == .viewType, let one, let text = other?.serialized(), let document = try? JSONDocument(text)
        {
          let comparison = ViewTypeComparison(name, new: document, in: new.check.catalogue)
          change.compatibility = comparison.reports(comparedWith: one, in: old.check.catalogue)
          change.broken = comparison.broken(among: releases)
        }
        documents.append(change)
      }
    }
  }

  private static func changedAssets(from old: AssetFolder, to new: AssetFolder) -> Set<String> {
    let common = Set(old.names).intersection(new.names)
    return common.filter { old.bytes(of: $0) != new.bytes(of: $0) }
  }
}
