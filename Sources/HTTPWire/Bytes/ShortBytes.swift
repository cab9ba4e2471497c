#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A copy of up to 48 bytes, without an allocation.
package struct ShortBytes: Sendable {
  /// The largest number of bytes.
  package static let capacity = 48

  private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
  private let count: Int

  /// Nil for more bytes than ``capacity``.
  package init?(_ bytes: Bytes) {
    guard bytes.count <= Self.capacity else { return nil }
    count = bytes.count
    unsafe withUnsafeMutableBytes(of: &words) { words in
      // SAFETY: the numbers have room for 48 bytes.
      unsafe bytes.withUnsafeBytes { unsafe words.copyMemory(from: $0) }
    }
  }

  package static func == (copy: ShortBytes, bytes: Bytes) -> Bool {
    guard copy.count == bytes.count, let start = unsafe bytes.start else { return copy.count == bytes.count }
    // SAFETY: both have `count` bytes.
    return unsafe withUnsafeBytes(of: copy.words) { words in
      unsafe words.baseAddress.map { unsafe memcmp($0, start, copy.count) == 0 } ?? false
    }
  }
}
