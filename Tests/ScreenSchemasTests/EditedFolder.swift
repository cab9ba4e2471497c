import Foundation
import JSONSchema
import JSONText
import ScreenSchemas
import Screens
import TestFolders
import Testing

/// A folder of screens with the schemas for its documents.
struct EditedFolder {
  let contents: FolderContents
  let check: FolderImport
  let schemas: DocumentSchemas
  private let compiled: [FileKind: CompiledSchema]

  /// The screens that Marquee ships.
  static func shipped() throws -> EditedFolder {
    try EditedFolder(PackageFolder.screens.path)
  }

  init(_ root: String) throws {
    contents = try FolderContents(reading: root)
    check = FolderImport(checking: contents)
    schemas = DocumentSchemas(check.catalogue, routes: check.current.map(\.route.name))
    var compiled: [FileKind: CompiledSchema] = [:]
    for kind in Set(contents.files.map { FileKind($0.kind) }) {
      compiled[kind] = try Self.compile(schemas.schema(of: kind))
    }
    self.compiled = compiled
  }

  /// The findings about a file.
  func codes(of path: String) -> Set<String> {
    let found = check.problems.filter { $0.path == contents.shownPath(of: path) }
    return Set(found.flatMap { $0.diagnostics.kept.map(\.code.rawValue) })
  }

  /// Whether the schema of a kind of documents accepts a document; false for a text that is not JSON.
  func accepts(_ text: [UInt8], as kind: FileKind) throws -> Bool {
    let schema = try #require(compiled[kind])
    guard let document = try? JSONDocument(text) else { return false }
    return schema.isValid(document.value)
  }

  /// Compiles a draft-07 schema with the validator of Marquee, which reads 2020-12.
  static func compile(_ schema: JSONValue) throws -> CompiledSchema {
    try SchemaCompiler.compile(
      renewed(schema), uri: "marquee:/test.json", registry: SchemaRegistry(), formats: .assert)
  }

  /// A draft-07 schema in the words of 2020-12.
  private static func renewed(_ schema: JSONValue) -> JSONValue {
    switch schema {
    case .array(let elements): return .array(elements.map(renewed))
    case .object(let object):
      var result = JSONObject()
      for member in object {
        switch (member.name, member.value) {
        case ("$schema", .string): break
        case ("items", .array): result["prefixItems"] = renewed(member.value)
        case ("additionalItems", _): result["items"] = renewed(member.value)
        case ("dependencies", _): result["dependentSchemas"] = renewed(member.value)
        default: result[member.name] = renewed(member.value)
        }
      }
      return .object(result)
    default: return schema
    }
  }
}
