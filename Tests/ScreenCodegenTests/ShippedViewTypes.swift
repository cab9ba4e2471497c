import Foundation
import JSONText

/// The view types that Marquee ships.
enum ShippedViewTypes {
  static func read() throws -> [(name: String, schema: JSONValue)] {
    let folder = Toolchain.package.appendingPathComponent("screens/_types")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .map { file in
        (
          file.deletingPathExtension().lastPathComponent,
          try JSONParser.parse([UInt8](try Data(contentsOf: file)))
        )
      }
  }
}
