import Foundation
import MessageDigest
import Screens
import Synchronization

/// The images of a report: copies of the assets that its pictures show, by digest, so that two of the same name stand
/// beside each other.
package final class ReportAssets: Sendable {
  /// The folder of the images in the report.
  private static let folder = "images/"
  /// The characters of a digest that are in the name of a file.
  private static let digestCharacters = 16

  /// The types of images that are copied. Others could hold a script, which would run when the file is opened by itself;
  /// SVG can, too, and stands in the pages, where it is an image and nothing else.
  private static let types: Set = ["png", "jpg", "jpeg", "gif", "webp", "avif"]
  private static let maximumSVGBytes = 256 << 10

  private struct State {
    /// The paths in the report, or addresses with the image itself, by folder and name; nil for an asset that cannot be read.
    var paths: [String: String?] = [:]
    /// The names and folders of the assets to copy, by path in the report.
    var sources: [String: (name: String, assets: AssetFolder)] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The path of an asset in the report; nil for one that is not there.
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
