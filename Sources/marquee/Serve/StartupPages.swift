#if os(Linux)
  import Foundation
  import Glibc
#endif

/// The memory pages of code that only the start needs.
enum StartupPages {
  /// Releases the pages of executable mappings. Pages that are used again are read from the page cache.
  ///
  /// These mappings are never written to, so no content is lost (madvise(2), MADV_DONTNEED).
  static func release() {
    #if os(Linux)
      guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return }
      for line in maps.split(separator: "\n") {
        // 55d0c8a00000-55d0c9c00000 r-xp 0047b000 fe:01 1311  /usr/bin/marquee
        let parts = line.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count > 5, parts[1] == "r-xp", parts[5].hasPrefix("/") else { continue }
        let ends = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, ends[0] < ends[1] else { continue }
        // SAFETY: the mapping is private, read-only and backed by a file, so its pages are read again on access.
        unsafe madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
      }
    #endif
  }
}
