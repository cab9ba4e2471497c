import FileSystem
import Foundation
import JSONText
import ProgramOutput
import ScreenCapture
import Screens

/// The folder of `marquee capture`. Replaces files only while they are as they were read.
struct CaptureFolder {
  /// The documents in the folder; none if it does not exist.
  let existing: ExistingScreens

  private let folder: String
  private var texts: [String: [UInt8]] = [:]
  private var record = CaptureRecord()

  /// Reads the folder.
  init(_ folder: String) throws(CommandError) {
    guard !folder.isEmpty, !folder.utf8.contains(0) else {
      throw CommandError("\(quoted(folder)) is not the path of a folder")
    }
    self.folder = folder
    guard SystemCall.exists(folder) else {
      existing = ExistingScreens()
      return
    }
    let contents: FolderContents
    do throws(FolderError) {
      contents = try FolderContents(reading: folder)
    } catch {
      throw CommandError(error)
    }
    for file in contents.files { texts[file.path] = file.text }
    record = try Self.record(in: folder, &texts)
    existing = ExistingScreens(contents, record: record)
  }

  /// What earlier captures have written to the folder.
  private static func record(in folder: String, _ texts: inout [String: [UInt8]]) throws(CommandError)
    -> CaptureRecord
  {
    let path = folder + "/" + CaptureRecord.path
    guard SystemCall.exists(path) else { return CaptureRecord() }
    guard case .success(let text) = FileAccess.bytes(of: path, limit: CaptureLimits.recordBytes),
      let json = try? JSONParser.parse(text), let record = CaptureRecord(json)
    else {
      throw CommandError(
        "\(printable(path)) is not a record of marquee capture; delete it, and no file that exists will be changed"
      )
    }
    texts[CaptureRecord.path] = text
    return record
  }

  /// Writes the new files and the changed ones, after it has checked all of them.
  func write(_ capture: ScreenCapture) throws {
    var files = capture.files.map { (path: $0.path, json: $0.json, isNew: $0.replaced == nil) }
    if capture.record != record {
      let path = CaptureRecord.path
      files.append((path: path, json: capture.record.json, isNew: texts[path] == nil))
    }
    var newFiles = NewFiles(in: folder)
    try newFiles.check(files.filter(\.isNew).map(\.path))
    try newFiles.checkFolders(of: files.map(\.path))
    for file in files where !file.isNew { try checkUnchanged(file.path) }
    for file in files {
      let text = Self.text(of: file.json)
      if file.isNew {
        try newFiles.write(text, to: file.path)
      } else {
        try OutputFile.write(text, to: folder + "/" + file.path)
      }
    }
  }

  /// Checks that a file is no link, and as it was read.
  private func checkUnchanged(_ path: String) throws(CommandError) {
    let full = folder + "/" + path
    // Does not follow a link.
    let attributes = try? FileManager.default.attributesOfItem(atPath: full)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else {
      throw CommandError("\(printable(full)) is a link, so it is not replaced; choose another folder")
    }
    let limit = max(CaptureLimits.recordBytes, CaptureLimits.fileBytes)
    guard case .success(let text) = FileAccess.bytes(of: full, limit: limit), text == texts[path] else {
      throw CommandError("\(printable(full)) has changed during the capture; capture again")
    }
  }

  /// The text of a file: indented, unless the server would refuse to read that much.
  private static func text(of json: JSONValue) -> [UInt8] {
    let text = Array((IndentedJSON.text(json) + "\n").utf8)
    return text.count <= CaptureLimits.fileBytes ? text : json.serialized()
  }
}
