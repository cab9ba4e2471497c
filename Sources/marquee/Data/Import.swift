import ArgumentParser
import Foundation
import JSONText
import MarqueeServer
import ProgramOutput
import Screens

/// `marquee import`.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read an export into an empty data folder or database.",
    discussion: """
      All versions stay the same, byte for byte. The export contains no tokens: create them again.

      EXAMPLE:
        marquee import marquee.jsonl --data /var/lib/marquee
      """)

  @OptionGroup var target: StoreOption

  @Argument(help: "File from 'marquee export'; - for standard input.", completion: .file())
  var file: String

  /// The largest line, in bytes: an uploaded picture in Base64 has at most 11 MiB, and a line has some more members.
  private static let maximumLineBytes = 16 << 20

  func run() throws {
    var number = 0
    do {
      let handle = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
      guard let handle, FileAccess.identity(of: file) == nil else { throw CommandError.unreadable(file) }
      let location = target.location
      let name =
        Stores.isConnection(location) ? StoreLocation.name(location) : "the data folder \(quoted(location))"
      var lines = LineReader(handle, limit: Self.maximumLineBytes)
      let imported = try Stores.importLines(into: location, named: name) {
        guard let line = try lines.next() else {
          number = 0
          return nil
        }
        number += 1
        return try JSONParser.parse(line, profile: .strict)
      }
      StandardOutput.write("\(imported.versionCount) versions are in \(StoreLocation.name(location))")
      if !imported.tokens.isEmpty {
        StandardOutput.write("tokens to create again: " + imported.tokens.joined(separator: ", "))
      }
    } catch is LineReader.TooLong {
      throw CommandError("\(file):\(number + 1): the line has more than \(Self.maximumLineBytes) bytes")
        .exit
    } catch let error as Stores.ImportError {
      throw CommandError(number > 0 ? "\(file):\(number): \(error.message)" : error.message).exit
    } catch let error as JSONSyntaxError {
      throw CommandError("\(file):\(number):\(error.position.column): \(error.message)").exit
    } catch let error as StoreError {
      throw CommandError(error.message).exit
    } catch let error as CommandError {
      throw error.exit
    } catch {
      throw CommandError.unreadable(file).exit
    }
  }
}
