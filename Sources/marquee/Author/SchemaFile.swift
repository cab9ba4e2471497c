import Foundation
import JSONSchema
import JSONText
import SchemaCompatibility
import Screens

/// A schema file with the files in the same folder that it refers to.
struct SchemaFile {
  let version: SchemaVersion
  /// The paths of the files, by their URIs.
  let paths: [String: String]

  /// Why a schema file cannot be used.
  struct ReadError: Error {
    let problem: FileProblem

    /// Whether a file could not be read, so that nothing is known about its schema.
    var isUnread: Bool {
      problem.diagnostics.kept.contains { $0.code == .unreadable || $0.code == .tooMany }
    }

    init(_ problem: FileProblem) { self.problem = problem }

    init(_ path: String, _ code: Diagnostic.Code, _ message: String) {
      var diagnostics = Diagnostics()
      diagnostics.add(Diagnostic(code, at: .root, message))
      problem = FileProblem(path: path, diagnostics: diagnostics)
    }
  }

  /// The largest number of files that a schema can refer to, directly or indirectly.
  private static let maximumFiles = 1_000

  /// The base URI of references between files.
  private static let folderURI = "marquee:/types/"

  init(reading path: String) throws(ReadError) {
    // By bytes, like the file system: a slash followed by a combining character is one `Character`.
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    var documents: [ExactString: JSONDocument] = [:]
    var pending = [name]
    while let next = pending.popLast() {
      guard documents[next] == nil else { continue }
      guard documents.count < Self.maximumFiles else {
        throw ReadError(path, .tooMany, "refers to more than \(Self.maximumFiles) files")
      }
      let document = try Self.document(at: folder + next)
      documents[next] = document
      // A missing file is reported later, at the position of the reference.
      pending += Self.files(in: document.value).filter {
        FileManager.default.fileExists(atPath: folder + $0)
      }
    }
    var texts: [String: JSONDocument] = [:]
    var paths: [String: String] = [:]
    for (name, document) in documents {
      // URIs are ASCII, so names are percent-encoded.
      texts[Self.uri(of: name.text)] = document
      paths[Self.uri(of: name.text)] = folder + name.text
    }
    self.paths = paths
    guard let schema = texts.removeValue(forKey: Self.uri(of: name)) else {
      throw ReadError(path, .unreadable, "the file cannot be read")
    }
    if let item = try? JSONDocument(ViewType.itemSchema.serialized()) { texts[ViewType.itemURI] = item }
    do throws(SchemaErrors) {
      version = try SchemaVersion(schema, uri: Self.uri(of: name), others: texts)
    } catch {
      throw Self.readError(error.errors, texts.merging([Self.uri(of: name): schema]) { $1 }, paths, path)
    }
  }

  private static func uri(of name: String) -> String {
    folderURI + (name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name)
  }

  private static func document(at path: String) throws(ReadError) -> JSONDocument {
    // Reading a pipe or a device can wait for ever.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard let values = try? target.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]) else {
      throw ReadError(path, .unreadable, "the file does not exist")
    }
    guard values.isRegularFile == true else {
      throw ReadError(path, .unreadable, "this is not a regular file")
    }
    guard values.fileSize ?? 0 <= FolderContents.maximumFileBytes else {
      throw ReadError(
        path, .tooMany, "the file has more than \(FolderContents.maximumFileBytes) bytes")
    }
    guard let data = try? Data(contentsOf: target) else {
      throw ReadError(path, .unreadable, "the file cannot be read")
    }
    do throws(JSONSyntaxError) {
      return try JSONDocument([UInt8](data))
    } catch {
      throw ReadError(FileProblem(path: path, diagnostics: Diagnostics(error), text: [UInt8](data)))
    }
  }

  /// The files in the same folder that a schema refers to.
  private static func files(in schema: JSONValue) -> [String] {
    let references = SchemaLibrary([folderURI: schema]).schema(at: folderURI)?.references ?? []
    return references.compactMap { reference in
      let file = String(Substring(reference.text.utf8.prefix { $0 != UInt8(ascii: "#") }))
      let isPlain = !file.utf8.contains { "/:?".utf8.contains($0) }
      guard isPlain, file.utf8.first != UInt8(ascii: "."), let name = file.removingPercentEncoding,
        !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/"))
      else { return nil }
      return name
    }
  }

  private static func readError(
    _ errors: [SchemaError], _ texts: [String: JSONDocument], _ paths: [String: String], _ path: String
  ) -> ReadError {
    guard let first = errors.first else {
      return ReadError(path, .invalidSchema, "this is not a schema")
    }
    // Only the errors in the first file are reported. Others are reported once these are fixed.
    let invalid = paths[first.document] ?? path
    var diagnostics = Diagnostics()
    for error in errors where error.document == first.document {
      diagnostics.add(
        Diagnostic(.invalidSchema, at: error.pointer, error.message, hint: error.hint))
    }
    let document = texts[first.document]
    if let document { diagnostics.locate(in: document) }
    return ReadError(FileProblem(path: invalid, diagnostics: diagnostics, text: document?.text))
  }
}
