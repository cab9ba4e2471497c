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
      return [
        StoreFinding(
          .failure, "data folder",
          "there is no data in \(path.inQuotes); --data or --store names another place")
      ]
    }
    do throws(StoreError) {
      try folder.requireContent()
      let store = try SQLiteStore(folder: path)
      findings.append(StoreFinding(.ok, "data folder", "it can be written, and no server uses it"))
      defer { store.close() }
      let contents = try store.load()
      findings.append(
        StoreFinding(
          .ok, "tables",
          "schema \(StoreSchema.version), revision \(contents.revision), \(contents.screens.count) screens"))
      findings.append(content(of: store))
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
      let reader = try DataFolderReader(folder: path)
      let contents = try reader.contents()
      return [
        StoreFinding(.ok, "data folder", "a server uses it"),
        StoreFinding(.ok, "tables", "schema \(StoreSchema.version), \(contents.screens.count) screens"),
        content(of: reader),
      ]
    } catch {
      return [StoreFinding(.failure, "tables", error.message)]
    }
  }

  /// Reads every version, document, draft, token and audit entry.
  private static func content(of source: some StoreSource) -> StoreFinding {
    do {
      var unreadable: [String] = []
      _ = try source.readAll { part in
        for kind in DocumentKind.allCases {
          for (name, json) in part.documents[written: kind] where json.stringValue != nil {
            unreadable.append("\(kind.rawValue) \(name.inQuotes.withoutControlCharacters)")
          }
        }
      }
      guard unreadable.isEmpty else {
        return StoreFinding(
          .failure, "content",
          "not JSON: \(unreadable.sorted().prefix(10).joined(separator: ", ")); write it again, or restore a backup"
        )
      }
      return StoreFinding(.ok, "content", "all versions, documents and drafts can be read")
    } catch let error as StoreError {
      return StoreFinding(
        .failure, "content", error.message + "; publish it again, delete it, or restore a backup")
    } catch {
      return StoreFinding(.failure, "content", "\(error)")
    }
  }
}
