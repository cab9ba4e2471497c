import FileSystem
import JSONText
import Screens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder `.schema/` in a folder of screens: the schemas of its documents, for editors.
package struct SchemaFolder: Sendable {
  /// Why a schema could not be written.
  package struct WriteError: Error, CustomStringConvertible {
    package let description: String
  }

  /// The name of the folder. No name that begins with a dot is a route.
  package static let name = ".schema"

  /// The path of the folder.
  package let path: String

  /// - Parameter screens: the folder of screens.
  package init(in screens: String) {
    path =
      (screens.count > 1 && screens.hasSuffix("/") ? String(screens.dropLast()) : screens) + "/" + Self.name
  }

  /// Writes the schemas that have changed. An editor never sees half of one: each file is replaced atomically.
  /// - Returns: the names of the files that were written.
  /// - Throws: ``WriteError`` if the folder or a file cannot be written.
  package func update(_ schemas: DocumentSchemas) throws(WriteError) -> [String] {
    var written: [String] = []
    for kind in FileKind.allCases {
      let text = schemas.schema(of: kind).serialized() + [UInt8(ascii: "\n")]
      let file = path + "/" + kind.fileName
      // A file that is longer than the limit differs from the schema, so it need not be read.
      if case .success(text) = FileAccess.bytes(of: file, limit: text.count) { continue }
      if written.isEmpty { try makeFolder() }
      try replace(file, with: text)
      written.append(kind.fileName)
    }
    return written
  }

  private func makeFolder() throws(WriteError) {
    // SAFETY: the C string of the path is valid during the call, which does not keep it.
    guard unsafe mkdir(path, 0o777) != 0 else { return }
    let (code, reason) = (errno, SystemCall.reason)
    guard code == EEXIST else {
      throw WriteError(description: "the folder \(printable(path)) cannot be made: \(reason)")
    }
    var status = stat()
    // A link would lead out of the folder of screens.
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw WriteError(
        description: "\(printable(path)) is a link or a file; remove it, so that a folder can take its place")
    }
  }

  private func replace(_ file: String, with text: [UInt8]) throws(WriteError) {
    guard let part = SystemCall.makeUniqueFile(beside: file, permissions: 0o666) else { throw failure(file) }
    let isWritten = SystemCall.write(text[...], to: part.descriptor)
    let reason = SystemCall.reason
    close(part.descriptor)
    // SAFETY: the C strings of the paths are valid during the call, which does not keep them.
    guard isWritten, unsafe rename(part.path, file) == 0 else {
      let failure = isWritten ? failure(file) : failure(file, reason)
      SystemCall.remove(part.path)
      throw failure
    }
  }

  private func failure(_ file: String, _ reason: String = SystemCall.reason) -> WriteError {
    WriteError(description: "\(printable(file)) cannot be written: \(reason)")
  }
}
