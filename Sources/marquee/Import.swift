import ArgumentParser
import Foundation
import JSONText
import SQLiteStore
import Screens

/// `marquee import`.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads an export into an empty data folder: the same screens, byte for byte.")

  @Option(help: "The data folder, which must be empty or missing. (default: .marquee)")
  var data: String?

  @Argument(help: "The file that marquee export wrote; - is standard input.")
  var file: String

  /// Bytes of a line: a definition has at most 4 MiB, and some more for what goes with it.
  private static let maximumLineBytes = 8 << 20

  func run() throws {
    var number = 0
    do {
      let handle = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
      guard let handle else { throw CommandFailure("\(file) cannot be read") }
      let folder = DataOption.folder(data)
      var lines = LineReader(handle, limit: Self.maximumLineBytes)
      var content = StoreImport()
      try content.read(into: folder) {
        guard let line = try lines.next() else {
          number = 0
          return nil
        }
        number += 1
        return try JSONParser.parse(line, profile: .strict)
      }
      StandardOutput.write("\(content.versionCount) versions are in \(folder)")
      if !content.tokens.isEmpty {
        StandardOutput.write("tokens to be made anew: " + content.tokens.joined(separator: ", "))
      }
    } catch is LineReader.TooLong {
      throw CommandFailure("\(file):\(number + 1): the line has more than \(Self.maximumLineBytes) bytes")
        .exit
    } catch let error as StoreImport.Fault {
      throw CommandFailure(number > 0 ? "\(file):\(number): \(error.message)" : error.message).exit
    } catch let error as JSONSyntaxError {
      throw CommandFailure("\(file):\(number):\(error.position.column): \(error.message)").exit
    } catch let error as StoreError {
      throw CommandFailure(error.message).exit
    } catch let error as CommandFailure {
      throw error.exit
    } catch {
      throw CommandFailure("\(file) cannot be read: \(error.localizedDescription)").exit
    }
  }
}
