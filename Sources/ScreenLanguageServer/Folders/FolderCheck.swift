import JSONText
import ScreenMock
import ScreenSchemas
import Screens

/// A folder of screens with the unsaved text of open documents, as `marquee validate` checks it.
struct FolderCheck {
  let folder: String
  let catalogue: Catalogue
  let screens: [LazyPublishedScreen]
  private let shippedFormats: Set<String>
  /// The findings by path of the file.
  let problems: [Problem]

  /// The findings of one severity about a file.
  struct Problem {
    let path: String
    let diagnostics: Diagnostics
    let severity: FileProblem.Severity
    let text: [UInt8]?
  }

  /// - Parameter documents: the open documents of the folder.
  /// - Throws: ``FolderError`` if the folder cannot be read.
  init(_ folder: String, with documents: [OpenDocument]) throws(FolderError) {
    self.folder = folder
    var contents = try FolderContents(reading: folder)
    for document in documents {
      if let path = Self.relative(document.path, to: folder) { contents.setText(document.text, at: path) }
    }
    let check = FolderImport(checking: contents)
    let scenarios = ScenarioFiles.read(
      check.scenarios, definitions: contents.files, catalogue: check.catalogue, screens: check.current,
      invalid: check.invalidRoutes, skipsPatterns: false)
    let endpoints = EndpointFiles.read(
      check.endpoints, catalogue: check.catalogue, screens: check.current, invalid: check.invalidRoutes)
    catalogue = check.catalogue
    screens = check.current
    shippedFormats = check.shippedFormats
    // A path in a problem has its control characters escaped.
    let paths = Dictionary(contents.files.map { (printable($0.shownPath), $0.shownPath) }) { first, _ in first
    }
    let warnings = check.warnings + scenarios.warnings + endpoints.warnings
    problems = (check.problems + scenarios.problems + endpoints.problems + warnings).map {
      Problem(
        path: paths[$0.path] ?? $0.path, diagnostics: $0.diagnostics, severity: $0.severity, text: $0.text)
    }
  }

  /// The schema of a kind of documents.
  func schema(of kind: FileKind) -> JSONValue {
    DocumentSchemas(catalogue, routes: screens.map(\.route.name)).schema(of: kind)
  }

  /// Whether the folder has a valid wire format of this name, and not only Marquee.
  func hasFile(ofFormat name: String) -> Bool {
    catalogue.format(name) != nil && !shippedFormats.contains(name)
  }

  /// The kind of the document at a path.
  func kind(of path: String) -> FileKind? {
    Self.relative(path, to: folder).flatMap { FolderContents.kind(of: $0) }.map { FileKind($0) }
  }

  /// A path within a folder; nil for a path outside of it.
  static func relative(_ path: String, to folder: String) -> String? {
    FileAccess.isWithin(path, folder: folder)
      ? String(Substring(path.utf8.dropFirst(folder.utf8.count + 1))) : nil
  }

  /// The folder of screens that contains a file: the nearest folder above it that has `_types/`.
  static func folder(of path: String) -> String? {
    var rest = path.utf8[...]
    while let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
      rest = rest[..<slash]
      let folder = String(Substring(rest))
      if isFolder(folder) { return folder }
    }
    return nil
  }

  /// Whether there is a folder of screens at a path.
  static func isFolder(_ path: String) -> Bool { FileAccess.entries(of: path + "/_types") != nil }
}
