/// The folder `_assets/`: files that content refers to and that the server serves beside the screens.
///
/// The folder is read at each call, so a new file is found at once.
package struct AssetFolder: Sendable {
  /// The maximum size of an asset, in bytes.
  package static let maximumBytes = 16 << 20

  /// The folder's path with links resolved; nil if there is no such folder.
  private let root: String?

  package static let none = AssetFolder(in: "")

  /// - Parameter screens: the folder of screens.
  package init(in screens: String) {
    root = screens.isEmpty ? nil : FileAccess.realPath(screens + "/_assets")
  }

  /// The path of an asset's file; nil if there is none, or a link leads out of the folder.
  package func path(of name: String) -> String? {
    guard let root, name.utf8.count <= 1000,
      name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ Name.isValid($0) }),
      let path = FileAccess.realPath(root + "/" + name), FileAccess.isWithin(path, folder: root),
      FileAccess.isRegular(path)
    else { return nil }
    return path
  }

  /// The names of the assets in the same subfolder.
  func names(beside name: String) -> [String] {
    guard let root else { return [] }
    let folder = name.split(separator: "/").dropLast().joined(separator: "/")
    guard folder.split(separator: "/").allSatisfy({ Name.isValid($0) }) else { return [] }
    let entries = FileAccess.entries(of: folder.isEmpty ? root : root + "/" + folder) ?? []
    return entries.prefix(1000).map { folder.isEmpty ? $0.name : folder + "/" + $0.name }
  }
}
