package import JSONText

/// The files of a folder of screens as bytes, before they are parsed.
package struct FolderContents: Sendable {
  package enum Kind: Sendable, Hashable {
    case screen(Route)
    /// A document of one of ``DocumentKind/ofFiles``, by its name.
    case document(DocumentKind, String)
    /// The translation of a screen into one language.
    case translation(LanguageTag, Route)
    case scenario(String)
    /// An address of the app's backend that is not a screen.
    case endpoint(String)
  }

  package struct File: Sendable {
    /// The path within the folder, with `/` between names.
    package let path: String
    /// The path for messages: the folder as given, then `path`.
    package let shownPath: String
    package let kind: Kind
    package let text: [UInt8]
  }

  package private(set) var files: [File] = []
  package private(set) var problems: [FileProblem] = []
  /// Whether the folder has a `_formats/`.
  package private(set) var hasFormats = false
  /// The documents that could not be read.
  private(set) var unread: [Kind] = []
  /// The assets that content may refer to.
  package var assets: AssetFolder { AssetFolder(in: root) }
  /// The paths of all files in the form of ``FileProblem/path``, including files that could not be read.
  package var shownPaths: Set<String> {
    Set(files.map { printable($0.shownPath) }).union(problems.map(\.path))
  }
  /// The folders that were read.
  private var visited: Set<FileAccess.Identity> = []
  /// The links to folders that were found.
  private var links: [(path: String, depth: Int)] = []
  /// The folder's path with links resolved.
  private var root = ""
  /// The folder's path as given.
  private var shownFolder = ""

  /// The maximum size of a file, in bytes. The admin API has the same limit.
  package static let maximumFileBytes = 1 << 20
  /// The maximum number of files.
  package static let maximumFiles = 100_000
  /// The maximum depth of nested folders.
  package static let maximumDepth = 32

  /// The folders of documents that are not screens.
  package static let documentFolders = DocumentKind.ofFiles.compactMap(\.folder) + [scenarios, endpoints]
  /// The folder of translations: `_translations/LANGUAGE/ROUTE.json`.
  package static let translations = "_translations"
  private static let scenarios = "_scenarios"
  private static let endpoints = "_endpoints"

  /// Reads a folder: ``documentFolders``, ``translations``, the files of a ``Setting``, and every other `.json` file as
  /// a screen. Ignores other names that begin with `_` or `.`.
  /// - Throws: ``FolderError`` if the folder cannot be read.
  package init(reading folder: String) throws(FolderError) {
    let shown = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    guard let entries = FileAccess.entries(of: folder), let identity = FileAccess.identity(of: folder),
      let root = FileAccess.realPath(folder)
    else { throw FolderError(path: shown) }
    self.root = root
    shownFolder = shown
    visited = [identity]
    for entry in entries {
      switch entry.name {
      case let name where Self.documentFolders.contains(name):
        if name == DocumentKind.format.folder { hasFormats = true }
        readDocuments(in: name, of: shown)
      case Self.translations: readTranslations(of: shown)
      case "_assets": break
      case let name where Setting(file: name) != nil:
        if let kind = Self.kind(of: name) { read(name, of: shown, as: kind) }
      case let name where name.utf8.first == UInt8(ascii: "_") && entry.isFolder:
        // The author may use other such names. A name that resembles one of Marquee's is probably a mistake.
        let known = Self.documentFolders + ["_assets", Self.translations]
        if let nearest = NearestName.to(name, among: known, share: 3) {
          report(
            .invalidName, shown + "/" + name, "this folder is not read", hint: "did you mean \(nearest)?")
        }
      default: readScreens(entry, at: entry.name, of: shown, depth: 0)
      }
    }
    // Read folders before links to them, so that a new link does not move the screens of a folder to another path.
    var next = 0
    while next < links.count {
      let link = links[next]
      next += 1
      readFolder(at: link.path, isLink: true, of: shown, depth: link.depth)
    }
  }

  /// Keeps only some screens, scenarios and endpoints, with the folder's documents.
  /// - Parameter paths: paths within the folder.
  package mutating func keep(only paths: Set<String>) {
    let shown = Set(paths.map { ExactString(shownPath(of: $0)) })
    keep({ paths.contains($0) }, { shown.contains($0) })
  }

  /// Keeps only the screens, scenarios and endpoints below a folder within this one, with the folder's documents.
  package mutating func keep(below path: String) {
    let all = self
    keep({ $0.utf8.starts(with: (path + "/").utf8) }, { all.isShown($0, below: path) })
  }

  /// Whether a path in the form of ``FileProblem/path`` is that of a folder within this one, or below it.
  package func isShown(_ shown: String, below path: String) -> Bool {
    shown.hasSameScalars(as: shownPath(of: path)) || shown.utf8.starts(with: shownPath(of: path + "/").utf8)
  }

  /// - Parameters:
  ///   - isKept: whether to keep a file, by its path within the folder.
  ///   - isShown: whether to keep its problems, by the path in the form of ``FileProblem/path``.
  private mutating func keep(_ isKept: (String) -> Bool, _ isShown: (String) -> Bool) {
    files.removeAll { file in
      switch file.kind {
      case .screen, .scenario, .endpoint, .translation: !isKept(file.path)
      case .document: false
      }
    }
    let documents = printable(shownFolder + "/_")
    problems.removeAll { !$0.path.utf8.starts(with: documents.utf8) && !isShown($0.path) }
  }

  /// The path of a file in the form of ``FileProblem/path``.
  /// - Parameter path: the path within the folder.
  package func shownPath(of path: String) -> String { printable(shownFolder + "/" + path) }

  /// The kind of the file at a path within a folder; nil if the folder's reader ignores or refuses it.
  package static func kind(of path: String) -> Kind? {
    guard path.hasSuffix(".json") else { return nil }
    if let setting = Setting(file: path) { return .document(.setting, setting.rawValue) }
    let parts = path.dropLast(5).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.first == translations {
      guard parts.count > 2, let language = LanguageTag(parts[1]), language.text == parts[1],
        let route = try? Route(parts[2...].joined(separator: "/"))
      else { return nil }
      return .translation(language, route)
    }
    guard let first = parts.first, documentFolders.contains(first) else {
      return (try? Route(String(path.dropLast(5)))).map { .screen($0) }
    }
    guard parts.count == 2, Name.isViewType(parts[1]) else { return nil }
    return kind(in: first, named: parts[1])
  }

  /// The kind of a file in one of ``documentFolders``.
  private static func kind(in folder: String, named name: String) -> Kind {
    if folder == endpoints { return .endpoint(name) }
    return DocumentKind.ofFiles.first { $0.folder == folder }.map { .document($0, name) } ?? .scenario(name)
  }

  /// Replaces the text of a file, or adds the file. Has no effect on a path that is not that of a document.
  /// - Parameter path: the path within the folder.
  package mutating func setText(_ text: [UInt8], at path: String) {
    guard let kind = Self.kind(of: path) else { return }
    let shown = shownFolder + "/" + path
    let file = File(path: path, shownPath: shown, kind: kind, text: text)
    if case .document(.format, _) = kind { hasFormats = true }
    unread.removeAll { $0 == kind }
    problems.removeAll { $0.path == printable(shown) }
    if let index = files.firstIndex(where: { $0.path.hasSameScalars(as: path) }) {
      files[index] = file
    } else {
      files.append(file)
    }
    guard text.count > Self.maximumFileBytes else { return }
    files.removeAll { $0.path.hasSameScalars(as: path) }
    unread.append(kind)
    report(.tooMany, shown, "the file has more than \(Self.maximumFileBytes) bytes")
  }

  /// Leaves out files that changed while they were read.
  /// - Parameter paths: the files that did not, as paths within the folder.
  package mutating func keep(whole paths: Set<ExactString>) {
    files.removeAll { !paths.contains($0.path) }
    let shown = Set(paths.map { ExactString(printable(shownFolder + "/" + $0.text)) })
    problems.removeAll {
      // A folder with such a name is no file that changed.
      $0.path.hasSuffix(".json") && !shown.contains($0.path) && FileAccess.identity(of: $0.path) == nil
    }
  }

  private mutating func readScreens(
    _ entry: FileAccess.Entry, at path: String, of folder: String, depth: Int
  ) {
    let name = entry.name
    // By bytes, because a combining character after `_` or `.` would be part of the first `Character`.
    guard let first = name.utf8.first, first != UInt8(ascii: "_"), first != UInt8(ascii: ".") else { return }
    let full = folder + "/" + path
    if entry.isFolder {
      if entry.isLink {
        links.append((path, depth))
      } else {
        readFolder(at: path, isLink: false, of: folder, depth: depth)
      }
    } else if name.hasSuffix(".json") {
      do throws(Route.NameError) {
        let route = try Route(String(path.dropLast(5)))
        read(path, of: folder, as: .screen(route))
      } catch {
        report(.invalidName, full, error.message, hint: error.hint)
      }
    } else if name.lowercased().hasSuffix(".json") {
      report(
        .invalidName, full, "the file's name does not end in \".json\"", hint: "rename it to end in \".json\""
      )
    }
  }

  private mutating func readFolder(at path: String, isLink: Bool, of folder: String, depth: Int) {
    let full = folder + "/" + path
    guard let identity = FileAccess.identity(of: full) else { return }
    // A link can make a folder its own descendant, so each folder is read once.
    guard !visited.contains(identity) else {
      if isLink { report(.unreadable, full, "the link is not followed: its folder is read at another path") }
      return
    }
    guard !isLink || isWithin(full), visited.count < Self.maximumFiles else {
      report(.unreadable, full, "a link leads out of the folder, or there are too many folders")
      return
    }
    visited.insert(identity)
    guard depth < Self.maximumDepth, let entries = FileAccess.entries(of: full) else {
      report(.unreadable, full, "the folder cannot be read")
      return
    }
    for entry in entries {
      readScreens(entry, at: path + "/" + entry.name, of: folder, depth: depth + 1)
    }
  }

  private mutating func readTranslations(of folder: String) {
    guard let entries = FileAccess.entries(of: folder + "/" + Self.translations) else {
      report(.unreadable, folder + "/" + Self.translations, "the folder cannot be read")
      return
    }
    for entry in entries where entry.name.utf8.first != UInt8(ascii: ".") {
      let path = Self.translations + "/" + entry.name
      guard entry.isFolder, !entry.isLink, let language = LanguageTag(entry.name) else {
        report(
          .invalidName, folder + "/" + path, "\(quoted(entry.name)) is not the folder of a language",
          hint: "\(Self.translations)/ has a folder for each language, named by \(LanguageTag.rule)")
        continue
      }
      guard language.text == entry.name else {
        report(
          .invalidName, folder + "/" + path, "\(quoted(entry.name)) is written \(language)",
          hint: "rename the folder to \(language)")
        continue
      }
      readTranslations(at: path, into: language, of: folder, depth: 0)
    }
  }

  private mutating func readTranslations(
    at path: String, into language: LanguageTag, of folder: String, depth: Int
  ) {
    guard depth < Self.maximumDepth, let entries = FileAccess.entries(of: folder + "/" + path) else {
      report(.unreadable, folder + "/" + path, "the folder cannot be read")
      return
    }
    for entry in entries where entry.name.utf8.first != UInt8(ascii: ".") {
      let file = path + "/" + entry.name
      if entry.isFolder {
        guard !entry.isLink else {
          report(
            .unreadable, folder + "/" + file,
            "the link is not followed: \(Self.translations)/ has no links to folders")
          continue
        }
        readTranslations(at: file, into: language, of: folder, depth: depth + 1)
      } else if entry.name.hasSuffix(".json") {
        guard let kind = Self.kind(of: file) else {
          report(.invalidName, folder + "/" + file, "the path after the language is not a route")
          continue
        }
        read(file, of: folder, as: kind)
      }
    }
  }

  private mutating func readDocuments(in name: String, of folder: String) {
    guard let entries = FileAccess.entries(of: folder + "/" + name) else {
      report(.unreadable, folder + "/" + name, "the folder cannot be read")
      return
    }
    for entry in entries where entry.name.utf8.first != UInt8(ascii: ".") {
      let file = entry.name
      guard file.hasSuffix(".json") else {
        if entry.isLink, entry.isFolder {
          report(
            .unreadable, folder + "/" + name + "/" + file,
            "the link is not followed: \(name)/ has no folders inside it")
        }
        continue
      }
      let document = String(file.dropLast(5))
      guard Name.isViewType(document) else {
        report(
          .invalidName, folder + "/" + name + "/" + file, "\(quoted(document)) cannot be a name",
          hint: document.utf8.count > Name.maximumBytes
            ? "a name has at most \(Name.maximumBytes) bytes"
            : "letters, digits, \".\", \"_\" and \"-\", beginning with a letter")
        continue
      }
      read(name + "/" + file, of: folder, as: Self.kind(in: name, named: document))
    }
  }

  private mutating func read(_ path: String, of folder: String, as kind: Kind) {
    let full = folder + "/" + path
    let found = problems.count
    defer { if problems.count > found { unread.append(kind) } }
    guard files.count < Self.maximumFiles else {
      report(.tooMany, full, "a folder has at most \(Self.maximumFiles) files")
      return
    }
    switch FileAccess.bytes(of: full, limit: Self.maximumFileBytes) {
    case .success(let text): files.append(File(path: path, shownPath: full, kind: kind, text: text))
    case .failure(.notRegular): report(.unreadable, full, "this is not a regular file")
    case .failure(.tooLarge):
      report(.tooMany, full, "the file has more than \(Self.maximumFileBytes) bytes")
    case .failure(.unreadable): report(.unreadable, full, "the file cannot be read")
    }
  }

  private func isWithin(_ path: String) -> Bool {
    FileAccess.isWithin(FileAccess.realPath(path), folder: root)
  }

  private mutating func report(
    _ code: Diagnostic.Code, _ path: String, _ message: String, hint: String? = nil
  ) {
    let diagnostic = Diagnostic(code, at: .root, message, hint: hint)
    problems.append(FileProblem(path: path, diagnostics: Diagnostics(diagnostic)))
  }
}

/// The error for a folder that cannot be read.
package struct FolderError: Error, Sendable, CustomStringConvertible {
  package let path: String

  package var description: String {
    "the screens folder \(printable(path)) cannot be read: "
      + FileAccess.reasonItIsUnreadable(path, isFolder: true)
  }
}
