public import Foundation

/// Keeps screens in a folder, within a number of bytes and an age.
///
/// A file takes the place of another in one step, so that whoever is killed while it writes leaves the old one; a file
/// that is torn all the same is found by its checksum and counts as none.
public actor DiskCache: ScreenCache {
  private struct Entry {
    var bytes: Int
    var usedAt: Date
  }

  /// Where the files are.
  public let folder: URL
  /// Bytes of all files together.
  public let maximumBytes: Int
  /// Seconds since the server last confirmed a screen.
  public let maximumAge: Double
  private let clock: any ScreenClock
  /// What is there, by file name; nil until it was first looked at.
  private var index: [String: Entry]?

  /// - Parameter folder: of its own, such as one in the caches folder; made when it is not there.
  public init(
    folder: URL, maximumBytes: Int = 16 << 20, maximumAge: Double = 30 * 86_400,
    clock: any ScreenClock = SystemClock()
  ) {
    self.folder = folder
    self.maximumBytes = maximumBytes
    self.maximumAge = maximumAge
    self.clock = clock
  }

  /// What is stored under a key; it counts as used now.
  public func screen(for key: String) -> StoredScreen? {
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
    // Who was used last is known at the next start, too; a failure costs no more than that.
    try? FileManager.default.setAttributes([.modificationDate: clock.now], ofItemAtPath: url.path)
    index?[name]?.usedAt = clock.now
    return file.screen
  }

  /// Stores a screen in place of the one before. One that is larger than all may be together is not kept.
  public func store(_ screen: StoredScreen, for key: String) throws {
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

  /// Forgets what is stored under a key.
  public func remove(_ key: String) { discard(CacheFile.name(for: key)) }

  /// Forgets everything.
  public func removeAll() { for name in entries().keys { discard(name) } }

  /// Bytes of all files.
  public var size: Int { entries().values.reduce(0) { $0 + $1.bytes } }

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

  /// What is in the folder. What somebody left half-written there goes.
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
