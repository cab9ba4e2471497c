import Foundation
import JSONText
import Screens

/// A file with the definition of a screen.
struct ScreenFile {
  /// The path as given.
  let path: String
  let route: Route
  let text: [UInt8]

  /// Reads a file.
  static func text(of path: String) -> Result<[UInt8], ReadError> {
    guard let file = FileHandle(forReadingAtPath: path) else { return .failure(ReadError("cannot be read")) }
    defer { try? file.close() }
    let limit = FolderContents.maximumFileBytes
    guard let data = try? file.read(upToCount: limit + 1) ?? Data() else {
      return .failure(ReadError("cannot be read"))
    }
    guard data.count <= limit else { return .failure(ReadError("has more than \(limit) bytes")) }
    return .success([UInt8](data))
  }

  /// Why a file cannot be sent.
  struct ReadError: Error {
    let text: String
    init(_ text: String) { self.text = "the file \(text)" }
  }
}
