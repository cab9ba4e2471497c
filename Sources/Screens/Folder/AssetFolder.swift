/// The folder `_assets/`: files that content refers to and that the server serves beside the screens.
///
/// The folder is read at each call, so a new file is found at once.
package struct AssetFolder: Sendable {
  /// The maximum size of an asset, in bytes.
  package static let maximumBytes = 16 << 20

  /// The path of the folder of screens with links resolved; nil for no folder.
  private let screens: String?

  /// The folder's path with links resolved; nil if there is no such folder. It may be made later than this value.
  private var root: String? { screens.flatMap { FileAccess.realPath($0 + "/_assets") } }

  package static let none = AssetFolder(in: "")

  /// - Parameter screens: the folder of screens.
  package init(in screens: String) {
    self.screens = screens.isEmpty ? nil : FileAccess.realPath(screens) ?? screens
  }

  /// The path of an asset's file; nil if there is none, it is hidden, or a link leads out of the folder.
  package func path(of name: String) -> String? {
    guard let root, AssetName.isValid(name), !AssetName.isHidden(name),
      let path = FileAccess.realPath(root + "/" + name), FileAccess.isWithin(path, folder: root),
      FileAccess.isRegular(path)
    else { return nil }
    return path
  }

  /// Whether a file is small enough to be served.
  func isServed(at path: String) -> Bool {
    FileAccess.size(of: path).map { $0 <= Self.maximumBytes } ?? false
  }

  /// The bytes of an asset; nil for one that cannot be read or is larger than the limit.
  package func bytes(of name: String, limit: Int = maximumBytes) -> [UInt8]? {
    guard let path = path(of: name), case .success(let bytes) = FileAccess.bytes(of: path, limit: limit)
    else {
      return nil
    }
    return bytes
  }

  /// The maximum number of assets in ``names``.
  package static let maximumListed = 1000

  /// The names of the assets, sorted by folder. Leaves out files that content cannot refer to.
  package var names: [String] {
    guard let root else { return [] }
    var names: [String] = []
    list("", in: root, depth: 0, &names)
    return names
  }

  private func list(_ prefix: String, in folder: String, depth: Int, _ names: inout [String]) {
    guard depth < FolderContents.maximumDepth else { return }
    for entry in FileAccess.entries(of: folder) ?? [] {
      guard names.count < Self.maximumListed else { return }
      let name = prefix + entry.name
      if entry.isFolder {
        // A link could lead to a folder that contains it, and repeat that folder's assets.
        if !entry.isLink { list(name + "/", in: folder + "/" + entry.name, depth: depth + 1, &names) }
      } else if let path = path(of: name), isServed(at: path) {
        names.append(name)
      }
    }
  }

  /// The names of the assets in the same subfolder, the first ones of very many.
  /// - Parameter name: a name that a file can have.
  func names(beside name: String) -> [String] {
    let slash = name.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(Substring(name.utf8[..<$0])) }
    guard let root, !AssetName.isHidden(name), let path = FileAccess.realPath(root + "/" + (folder ?? "")),
      folder == nil || FileAccess.isWithin(path, folder: root)
    else { return [] }
    let files = (FileAccess.entries(of: path) ?? []).lazy.filter(\.isFile).prefix(Self.maximumListed)
    return files.compactMap { entry in
      let name = folder.map { $0 + "/" + entry.name } ?? entry.name
      guard AssetName.isValid(name), !AssetName.isHidden(name) else { return nil }
      // Only a link can lead elsewhere, and finding out where takes time.
      let file = entry.isLink ? self.path(of: name) : path + "/" + entry.name
      return file.map { isServed(at: $0) } ?? false ? name : nil
    }
  }
}
