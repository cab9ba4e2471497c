package import Foundation

/// A cache of screens in a folder, with limits on size and age.
///
/// Files are replaced atomically: an app that is killed while writing leaves the previous file. A damaged file
/// is found by its checksum, deleted and treated as missing.
package actor DiskStore: CacheStore {
  private struct Entry {
    var bytes: Int
    var usedAt: Date
  }

  /// The folder that holds the files.
  package let folder: URL
  /// The largest total size of the files, in bytes.
  package let maximumBytes: Int
  /// The longest time since the server last confirmed a screen, in seconds. Older screens are deleted.
  package let maximumAge: Double
  private let clock: any ScreenClock
  /// The files by name; nil until the folder is first read.
  private var index: [String: Entry]?

  /// Creates a cache. The folder is created when the first screen is stored.
  package init(
    folder: URL, maximumBytes: Int = 16 << 20, maximumAge: Double = 30 * 86_400,
    clock: any ScreenClock = SystemClock()
  ) {
    self.folder = folder
    self.maximumBytes = maximumBytes
    self.maximumAge = maximumAge
    self.clock = clock
  }

  /// The cached screen of a key; nil when there is none, when it is too old, or when its file is damaged.
  package func screen(for key: String) -> CachedScreen? {
    let name = CacheFile.name(for: key)
    let url = folder.appendingPathComponent(name)
    guard let data = try? Data(contentsOf: url) else { return nil }
    guard let file = CacheFile(data) else {
      discard(name)
      return nil
    }
    guard file.key == key else { return nil }
    guard clock.now.timeIntervalSince(file.screen.confirmedAt) <= maximumAge else {
      discard(name)
      return nil
    }
    // The modification date keeps the order of use for the next start. A failure only makes that order less
    // exact.
    try? FileManager.default.setAttributes([.modificationDate: clock.now], ofItemAtPath: url.path)
    index?[name]?.usedAt = clock.now
    return file.screen
  }

  /// Stores a screen in place of the previous one. A screen larger than ``maximumBytes`` is not kept.
  /// - Throws: The file system's error.
  package func store(_ screen: CachedScreen, for key: String) throws {
    let name = CacheFile.name(for: key)
    let data = try CacheFile(key: key, screen: screen).data()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var entries = entries()
    guard data.count <= maximumBytes else {
      discard(name)
      return
    }
    let url = folder.appendingPathComponent(name)
    try data.write(to: url, options: .atomic)
    entries[name] = Entry(bytes: data.count, usedAt: clock.now)
    index = entries
    evict()
  }

  /// Deletes the cached screen of a key.
  package func remove(_ key: String) { discard(CacheFile.name(for: key)) }

  /// Deletes all cached screens.
  package func removeAll() { for name in entries().keys { discard(name) } }

  /// The total size of the files, in bytes.
  package var size: Int { entries().values.reduce(0) { $0 + $1.bytes } }

  private func discard(_ name: String) {
    try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    index?[name] = nil
  }

  private func evict() {
    guard var bytes = index?.values.reduce(0, { $0 + $1.bytes }), bytes > maximumBytes else { return }
    for (name, entry) in (index ?? [:]).sorted(by: { $0.value.usedAt < $1.value.usedAt }) {
      discard(name)
      bytes -= entry.bytes
      if bytes <= maximumBytes { return }
    }
  }

  /// Returns the files in the folder. Deletes expired files and temporary files that a killed process left.
  private func entries() -> [String: Entry] {
    if let index { return index }
    var found: [String: Entry] = [:]
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: Array(keys))
    for file in files ?? [] {
      let values = try? file.resourceValues(forKeys: keys)
      let usedAt = values?.contentModificationDate ?? .distantPast
      if file.pathExtension == CacheFile.pathExtension, clock.now.timeIntervalSince(usedAt) <= maximumAge {
        found[file.lastPathComponent] = Entry(bytes: values?.fileSize ?? 0, usedAt: usedAt)
      } else {
        try? FileManager.default.removeItem(at: file)
      }
    }
    index = found
    return found
  }
}
