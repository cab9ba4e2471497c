package import JSONText

/// Imports the lines of an export into an empty store.
package struct StoreImport {
  /// Why an import failed.
  package struct FormatError: Error, Sendable {
    package let message: String

    package init(message: String) { self.message = message }
  }

  /// The names of the exported tokens. They have to be created again, because an export has no secrets of tokens.
  package private(set) var tokens: [String] = []
  package private(set) var versionCount = 0
  private var changes = StoreChanges()
  private var lineCount = 0
  private var isEnded = false

  package init() {}

  /// - Throws: ``FormatError`` if the line is malformed.
  private mutating func add(_ line: JSONValue) throws(FormatError) {
    guard !isEnded else { throw FormatError(message: "a line follows the end") }
    guard case .object(let object) = line, object.count == 1, let member = object.first else {
      throw FormatError(message: "a line of an export is an object with one member")
    }
    let value = member.value
    if lineCount == 0, member.name != "marquee" {
      throw FormatError(
        message: "this is not an export of Marquee: it begins with {\"marquee\":{\"export\":1}}")
    }
    switch member.name {
    case "marquee":
      guard lineCount == 0, let format = value["export"]?.numberValue?.intValue else {
        throw FormatError(message: "the first line of the export is malformed or repeated")
      }
      guard format <= StoreExport.format else {
        throw FormatError(message: "the export was written by a newer Marquee; use that version")
      }
    case "version":
      guard let version = ScreenVersion(line: value) else {
        throw FormatError(message: "this is not a version")
      }
      changes.versions.append(version)
      versionCount += 1
    case "draft":
      guard let draft = Draft(line: value) else { throw FormatError(message: "this is not a draft") }
      changes.drafts[draft.route] = draft
    case "imported":
      guard let path = value["path"]?.stringValue, let mark = ImportMark(line: value) else {
        throw FormatError(message: "this is not an import mark")
      }
      changes.imports[path] = mark
    case "token":
      guard let name = value["name"]?.stringValue else { throw FormatError(message: "a token has a name") }
      tokens.append(name)
    case "audit":
      guard let entry = AuditEntry(line: value) else {
        throw FormatError(message: "this is not an audit entry")
      }
      changes.audit.append(entry)
    case "end":
      guard value["lines"]?.numberValue?.intValue == lineCount else {
        throw FormatError(message: "lines are missing: the end counts \(value["lines"]?.text ?? "none")")
      }
      isEnded = true
    case let name:
      guard let kind = DocumentKind(rawValue: name) else {
        throw FormatError(
          message: "a line cannot be \(quoted(member.name)); was it written by a newer Marquee?")
      }
      guard let name = value["name"]?.stringValue, let document = value["document"] else {
        throw FormatError(message: "a \(kind.rawValue) has a name and a document")
      }
      changes.documents[kind][name] = document
    }
    lineCount += 1
  }

  /// The number of lines to store at a time. An export may be larger than memory.
  private static let batch = 500

  /// Imports all lines into a store, or none if an error is thrown.
  /// - Parameters:
  ///   - location: the name of the store, for messages.
  ///   - next: returns the next line; nil after the last one.
  /// - Throws: ``FormatError`` if a line is malformed, the end is missing, or the store is not empty; ``StoreError``; what
  ///   `next` throws.
  package mutating func read(
    into target: any StoreTarget, named location: String, next: () throws -> JSONValue?
  ) throws {
    guard try target.isEmpty() else { throw FormatError(message: "\(location) is not empty") }
    try target.fill { save in
      while let line = try next() {
        try add(line)
        guard lineCount.isMultiple(of: Self.batch) else { continue }
        try save(changes)
        changes = StoreChanges()
      }
      guard isEnded else { throw FormatError(message: "the end is missing: the file is truncated") }
      try save(changes)
      return nil
    }
  }
}
