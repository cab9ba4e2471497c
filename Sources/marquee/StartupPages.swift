#if os(Linux)
  import Foundation
  import Glibc
#endif

/// The code that a start has run through and serving does not need.
enum StartupPages {
  /// Lets the system have the pages of programs and libraries that were mapped while starting. Those that are used
  /// again are mapped again, from the page cache.
  ///
  /// Nothing but executable mappings of files is touched, which nobody has written to: giving them up loses nothing
  /// (madvise(2), MADV_DONTNEED).
  static func release() {
    #if os(Linux)
      guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return }
      for line in maps.split(separator: "\n") {
        // 55d0c8a00000-55d0c9c00000 r-xp 0047b000 fe:01 1311  /usr/bin/marquee
        let parts = line.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count > 5, parts[1] == "r-xp", parts[5].hasPrefix("/") else { continue }
        let ends = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, ends[0] < ends[1] else { continue }
        // SAFETY: the mapping is of a file, private and not writable: its pages are read from the file when they are
        // next touched.
        unsafe madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
      }
    #endif
  }
}
