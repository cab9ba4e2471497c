import CZlib

/// Compression in the gzip format (RFC 1952).
enum Gzip {
  /// The time that compression may take.
  enum Effort {
    /// The best compression, for bodies that are sent many times.
    case best
    /// Fast compression, for bodies that are sent once.
    case fast

    fileprivate var level: Int32 {
      switch self {
      case .best: Z_BEST_COMPRESSION
      // Twice as fast as the default level; the result is a few percent larger.
      case .fast: 4
      }
    }
  }

  /// The compressed bytes; nil if zlib cannot allocate memory.
  static func compress(_ bytes: [UInt8], effort: Effort = .best) -> [UInt8]? {
    var stream = unsafe z_stream()
    // A window as large as a small body compresses as well as the largest one, and saves clearing 256 KiB of tables.
    // The window has 9 to 15 bits, and the memory level follows it, from 3 to 9 (zlib.h, deflateInit2).
    let bits = Int.bitWidth - bytes.count.leadingZeroBitCount
    let window = min(max(bits, 9), 15)
    guard
      unsafe marquee_gzip_init(&stream, effort.level, Int32(window), Int32(min(window - 6, 9))) == Z_OK
    else { return nil }
    defer { _ = unsafe deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(unsafe deflateBound(&stream, UInt(bytes.count))))
    var input = bytes
    let isDone = unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        // SAFETY: both buffers stay in place during this call, and zlib knows their lengths.
        unsafe stream.next_in = source.baseAddress
        unsafe stream.avail_in = UInt32(clamping: source.count)
        unsafe stream.next_out = target.baseAddress
        unsafe stream.avail_out = UInt32(clamping: target.count)
        return unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
    }
    guard isDone else { return nil }
    output.removeLast(output.count - min(Int(unsafe stream.total_out), output.count))
    return output
  }

  /// The decompressed bytes; nil if the input is not gzip, or for more than `limit` bytes.
  static func decompress(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard unsafe marquee_gunzip_init(&stream) == Z_OK else { return nil }
    defer { _ = unsafe inflateEnd(&stream) }
    var input = bytes
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    return unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe stream.next_in = source.baseAddress
      unsafe stream.avail_in = UInt32(clamping: source.count)
      while true {
        let (status, count) = unsafe piece.withUnsafeMutableBufferPointer { target in
          // SAFETY: both buffers stay in place during this call, and zlib knows their lengths.
          unsafe stream.next_out = target.baseAddress
          unsafe stream.avail_out = UInt32(clamping: target.count)
          let status = unsafe inflate(&stream, Z_NO_FLUSH)
          return (status, target.count - Int(unsafe stream.avail_out))
        }
        guard status == Z_OK || status == Z_STREAM_END, output.count + count <= limit else { return nil }
        output += piece.prefix(count)
        if status == Z_STREAM_END { return output }
        guard count > 0 else { return nil }
      }
    }
  }
}
