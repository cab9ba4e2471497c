import Foundation
import JSONText
import ScreenCapture
import Screens
import TestFolders
import Testing

/// A folder to which several captures write.
final class CapturedFolder {
  private let folder: TemporaryFolder
  private(set) var record = CaptureRecord()

  init() throws { folder = try TemporaryFolder() }

  /// Captures responses and writes the files.
  @discardableResult
  func capture(
    _ responses: (url: String, response: JSONValue)..., hints: ElementHints = .none
  ) throws -> ScreenCapture {
    try capture(responses, hints: hints)
  }

  @discardableResult
  func capture(
    _ responses: [(url: String, response: JSONValue)], hints: ElementHints = .none
  ) throws -> ScreenCapture {
    try capture(try Recording(Archive.text(responses)), hints: hints)
  }

  @discardableResult
  func capture(entries: JSONValue...) throws -> ScreenCapture {
    try capture(try Recording(Archive.text(entries: entries)))
  }

  private func capture(_ recording: Recording, hints: ElementHints = .none) throws -> ScreenCapture {
    let existing = ExistingScreens(try FolderContents(reading: folder.path), record: record)
    let capture = ScreenCapture(recording, existing: existing, hints: hints)
    for file in capture.files { try folder.write(file.json.serialized(), to: file.path) }
    record = try #require(CaptureRecord(capture.record.json))
    return capture
  }

  func json(_ path: String) throws -> JSONValue {
    try JSONParser.parse([UInt8](try Data(contentsOf: URL(filePath: folder.path + "/" + path))))
  }

  /// Writes a file as a person does.
  func write(_ json: JSONValue, to path: String) throws { try folder.write(json.serialized(), to: path) }

  /// Changes a file as a person does.
  func edit(_ path: String, _ change: (inout JSONObject) -> Void) throws {
    var object = try #require(try json(path).objectValue)
    change(&object)
    try folder.write(JSONValue.object(object).serialized(), to: path)
  }

  /// Whether a server accepts the whole folder.
  func isValid() throws -> Bool {
    FolderImport(checking: try FolderContents(reading: folder.path)).problems.isEmpty
  }
}
