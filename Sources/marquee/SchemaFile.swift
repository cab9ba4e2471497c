import Foundation
import JSONSchema
import JSONText
import SchemaCompatibility
import Screens

/// A schema in a file, with the files beside it that it refers to.
struct SchemaFile {
  let version: SchemaVersion
  /// The paths of the files by the URIs that the schemas know them by.
  let paths: [String: String]

  /// A file that can't be used, with what is wrong.
  struct Failure: Error {
    let problem: FileProblem
    init(_ problem: FileProblem) { self.problem = problem }

    init(_ path: String, _ code: Diagnostic.Code, _ message: String) {
      var diagnostics = Diagnostics()
      diagnostics.add(Diagnostic(code, at: .root, message))
      problem = FileProblem(path: path, diagnostics: diagnostics)
    }
  }

  /// Files that one schema may refer to, directly or through others.
  private static let maximumFiles = 1_000

  /// What relative references between the files of one folder are relative to.
  private static let folderURI = "marquee:/types/"

  init(reading path: String) throws(Failure) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    var documents: [String: JSONDocument] = [:]
    var pending = [name]
    while let next = pending.popLast() {
      guard documents[next] == nil else { continue }
      guard documents.count < Self.maximumFiles else {
        throw Failure(path, .tooMany, "refers to more than \(Self.maximumFiles) files")
      }
      let document = try Self.document(at: folder + next)
      documents[next] = document
      // What is not there is reported as a reference that leads nowhere, at its place.
      pending += Self.files(in: document.value).filter {
        FileManager.default.fileExists(atPath: folder + $0)
      }
    }
    var texts: [String: JSONDocument] = [:]
    var paths: [String: String] = [:]
    for (name, document) in documents {
      texts[Self.uri(of: name)] = document
      paths[Self.uri(of: name)] = folder + name
    }
    self.paths = paths
    guard let schema = texts.removeValue(forKey: Self.uri(of: name)) else {
      throw Failure(path, .unreadable, "the file cannot be read")
    }
    do throws(SchemaError) {
      version = try SchemaVersion(schema, uri: Self.uri(of: name), others: texts)
    } catch {
      throw Self.failure(error, texts.merging([Self.uri(of: name): schema]) { $1 }, paths, path)
    }
  }

  private static func uri(of name: String) -> String {
    folderURI + (name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name)
  }

  private static func document(at path: String) throws(Failure) -> JSONDocument {
    // Reading a pipe or a device could wait for ever.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard let values = try? target.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]) else {
      throw Failure(path, .unreadable, "there is no such file")
    }
    guard values.isRegularFile == true else {
      throw Failure(path, .unreadable, "this is no regular file")
    }
    guard values.fileSize ?? 0 <= FolderContents.maximumFileBytes else {
      throw Failure(
        path, .tooMany, "the file has more than \(FolderContents.maximumFileBytes) bytes")
    }
    guard let data = try? Data(contentsOf: target) else {
      throw Failure(path, .unreadable, "the file cannot be read")
    }
    do throws(JSONSyntaxError) {
      return try JSONDocument([UInt8](data))
    } catch {
      throw Failure(FileProblem(path: path, diagnostics: Diagnostics(error), text: [UInt8](data)))
    }
  }

  /// The files of the same folder that a schema's references name.
  private static func files(in schema: JSONValue) -> [String] {
    var files: [String] = []
    var pending = [schema]
    while let value = pending.popLast() {
      switch value {
      case .array(let elements): pending += elements
      case .object(let object):
        for member in object {
          pending.append(member.value)
          guard member.name == "$ref", let reference = member.value.stringValue else { continue }
          let file = String(reference.prefix { $0 != "#" })
          let isPlain = file.allSatisfy { $0 != "/" && $0 != ":" && $0 != "?" }
          if isPlain, !file.hasPrefix("."), let name = file.removingPercentEncoding, !name.isEmpty,
            !name.contains("/")
          {
            files.append(name)
          }
        }
      default: break
      }
    }
    return files
  }

  private static func failure(
    _ error: SchemaError, _ texts: [String: JSONDocument], _ paths: [String: String], _ path: String
  ) -> Failure {
    guard let first = error.faults.first else {
      return Failure(path, .invalidSchema, "this is no schema")
    }
    // The file of the first fault; a schema whose own faults are mended may show those of others.
    let faulty = paths[first.document] ?? path
    var diagnostics = Diagnostics()
    for fault in error.faults where fault.document == first.document {
      diagnostics.add(
        Diagnostic(.invalidSchema, at: fault.pointer, fault.message, hint: fault.hint))
    }
    let document = texts[first.document]
    if let document { diagnostics.locate(in: document) }
    return Failure(FileProblem(path: faulty, diagnostics: diagnostics, text: document?.text))
  }
}
