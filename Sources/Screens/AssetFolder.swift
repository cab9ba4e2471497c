/// The folder `_assets/` of the screens: files that content names and that are served beside the screens.
///
/// Looked at when it is asked: a file counts from the moment it is there.
package struct AssetFolder: Sendable {
  /// Bytes of one asset.
  package static let maximumBytes = 16 << 20

  /// Without links; nil when there is none.
  private let root: String?

  package static let none = AssetFolder(in: "")

  /// - Parameter screens: the folder of screens.
  package init(in screens: String) {
    root = screens.isEmpty ? nil : FileAccess.realPath(screens + "/_assets")
  }

  /// Where the file of an asset is; nil when there is none, or it leads out of the folder.
  package func path(of name: String) -> String? {
    guard let root, name.utf8.count <= 1000,
      name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ Name.isValid($0) }),
      let path = FileAccess.realPath(root + "/" + name), path.hasPrefix(root + "/"),
      FileAccess.isRegular(path)
    else { return nil }
    return path
  }

  /// The names in the folder that an asset of that name would be in.
  func names(beside name: String) -> [String] {
    guard let root else { return [] }
    let folder = name.split(separator: "/").dropLast().joined(separator: "/")
    guard folder.split(separator: "/").allSatisfy({ Name.isValid($0) }) else { return [] }
    let entries = FileAccess.entries(of: folder.isEmpty ? root : root + "/" + folder) ?? []
    return entries.prefix(1000).map { folder.isEmpty ? $0.name : folder + "/" + $0.name }
  }
}
