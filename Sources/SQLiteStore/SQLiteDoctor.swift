internal import FileSystem
internal import Foundation
internal import JSONText
package import Screens

/// Checks a data folder.
package enum SQLiteDoctor {
  /// The free space below which a folder is reported, in bytes.
  private static let littleRoom = 100 << 20

  package static func findings(of path: String) -> [StoreFinding] {
    var findings: [StoreFinding] = []
    let folder = DataFolder(path: path)
    guard folder.hasDatabase else {
      return [StoreFinding(.failure, "data folder", "there is no data in \(path.inQuotes)")]
    }
    do throws(StoreError) {
      let store = try SQLiteStore(folder: path)
      findings.append(StoreFinding(.ok, "data folder", "it can be written, and no server uses it"))
      let contents = try store.load()
      store.close()
      findings.append(
        StoreFinding(
          .ok, "tables",
          "schema \(StoreSchema.version), revision \(contents.revision), \(contents.screens.count) screens"))
    } catch {
      switch error {
      case .locked: findings.append(contentsOf: whileInUse(path))
      default: findings.append(StoreFinding(.failure, "data folder", error.message))
      }
    }
    if let room = try? FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize] as? Int {
      let isLittle = room < littleRoom
      findings.append(
        StoreFinding(
          isLittle ? .warning : .ok, "room",
          "\(room >> 20) MiB are free" + (isLittle ? "; publications fail when the disk is full" : "")))
    }
    return findings
  }

  private static func whileInUse(_ path: String) -> [StoreFinding] {
    do throws(StoreError) {
      let contents = try DataFolderReader(folder: path).contents()
      return [
        StoreFinding(.ok, "data folder", "a server uses it"),
        StoreFinding(.ok, "tables", "schema \(StoreSchema.version), \(contents.screens.count) screens"),
      ]
    } catch {
      return [StoreFinding(.failure, "tables", error.message)]
    }
  }
}
