import Foundation
import MessageDigest
import Screens
import Synchronization

/// The images of a report: copies of the assets that its pictures show. A copy is named by its digest, because the two
/// folders can have different assets of the same name.
package final class ReportAssets: Sendable {
  /// The folder of the images in the report.
  private static let folder = "images/"
  /// The number of characters of the digest in a file's name.
  private static let digestCharacters = 16

  /// The types of images that are copied. A file of another type could contain a script, which would run if somebody
  /// opened the file. SVG can contain scripts, too. It is embedded in the pages, where browsers do not run them.
  private static let types: Set = ["png", "jpg", "jpeg", "gif", "webp", "avif"]
  private static let maximumSVGBytes = 256 << 10

  private struct State {
    /// The paths in the report, or `data:` URLs, by folder and name; nil for an asset that is not shown: it has another
    /// type, is too large or cannot be read.
    var paths: [String: String?] = [:]
    /// The names and folders of the assets to copy, by path in the report.
    var sources: [String: (name: String, assets: AssetFolder)] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The path of an asset in the report, or a `data:` URL; nil for an asset that the report does not show.
  /// - Parameter root: the path from the page to the folder of the report.
  func path(of name: String, in contents: FolderContents, isNew: Bool, from root: String) -> String? {
    state.withLock { state in
      let key = (isNew ? "new " : "old ") + name
      if let known = state.paths[key] { return known.map { $0.hasPrefix("data:") ? $0 : root + $0 } }
      var path: String?
      let type = name.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased() ?? ""
      if Self.types.contains(type), let bytes = contents.assets.bytes(of: name) {
        let digest = SHA256Digest(of: bytes).hexadecimal.prefix(Self.digestCharacters)
        let made = Self.folder + digest + "." + type
        state.sources[made] = (name, contents.assets)
        path = made
      } else if type == "svg",
        let bytes = contents.assets.bytes(of: name, limit: Self.maximumSVGBytes)
      {
        let address = "data:image/svg+xml;base64," + Data(bytes).base64EncodedString()
        state.paths[key] = .some(address)
        return address
      }
      state.paths[key] = .some(path)
      return path.map { root + $0 }
    }
  }

  /// The files to copy, by path in the report.
  package var copies: [(path: String, source: Source)] {
    state.withLock { state in
      state.sources.sorted { $0.key < $1.key }.map {
        ($0.key, Source(name: $0.value.name, assets: $0.value.assets))
      }
    }
  }

  /// An asset of a folder.
  package struct Source: Sendable {
    fileprivate let name: String
    fileprivate let assets: AssetFolder

    /// Nil if the file is gone.
    package var bytes: [UInt8]? { assets.bytes(of: name) }
  }
}
