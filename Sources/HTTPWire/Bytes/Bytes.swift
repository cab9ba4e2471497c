#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A view of bytes that another object owns, usually a connection's buffer. Copying the view copies no bytes.
///
/// Invariant: a view is valid only during the call that passed it. To keep the bytes, copy them with `Array(view)` or
/// `String(decoding: view)`. The type is not `Sendable`, so a view can't reach another queue.
///
/// The compiler does not check this. With Swift 6.3, a type that is `~Escapable` can be returned only with the
/// experimental feature `Lifetimes`, and can be neither a `Sequence` nor `Equatable` nor an element of an array. So the
/// tests of every user of views run under the address sanitizer instead (`Tests/Sanitizers`).
///
/// What is used for each request is `public`: Swift 6.3 does not inline a function with `package` in another module, even if
/// it is `@inlinable`. Calls instead took 4 % of the instructions of a request.
@safe
public struct Bytes {
  @usableFromInline let start: UnsafePointer<UInt8>?
  /// The number of bytes.
  public let count: Int

  /// A view of `buffer`, valid as long as its memory.
  @inlinable
  public init(_ buffer: UnsafeBufferPointer<UInt8>) {
    unsafe self.start = buffer.baseAddress
    self.count = buffer.count
  }

  /// A view of `count` bytes from `start`, valid as long as their memory.
  @inlinable
  public init(start: UnsafePointer<UInt8>?, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  package static var empty: Bytes { unsafe Bytes(start: nil, count: 0) }

  /// Whether the view has no bytes.
  @inlinable @inline(__always) public var isEmpty: Bool { count == 0 }

  /// The byte at `index`, counted from 0. Traps if the index is outside the view.
  @inlinable @inline(__always)
  public subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count, "index outside the bytes")
    // SAFETY: the index is checked above, and a view with count > 0 has a start.
    return unsafe start.unsafelyUnwrapped[index]
  }

  /// A part of the view. Bounds outside the view are clamped to it.
  @inlinable @inline(__always)
  public subscript(range: Range<Int>) -> Bytes {
    let lower = Swift.min(Swift.max(range.lowerBound, 0), count)
    let upper = Swift.min(Swift.max(range.upperBound, lower), count)
    guard let start = unsafe start else { return self }
    // SAFETY: 0 <= lower <= upper <= count.
    return unsafe Bytes(start: start + lower, count: upper - lower)
  }

  /// Calls `body` with the view as a buffer pointer.
  @inlinable
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension Bytes {
  /// Calls `body` with the view as a span.
  @inlinable
  public func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    // SAFETY: the view is valid during this call, and a span can't outlive `body`.
    unsafe body(Span(_unsafeElements: UnsafeBufferPointer(start: start, count: count)))
  }
}

extension Bytes: Sequence {
  /// The bytes one after another.
  @safe
  public struct Iterator: IteratorProtocol {
    @usableFromInline let bytes: Bytes
    @usableFromInline var index = 0

    @inlinable init(bytes: Bytes) { self.bytes = bytes }

    /// The next byte; nil at the end.
    @inlinable
    public mutating func next() -> UInt8? {
      guard index < bytes.count else { return nil }
      defer { index += 1 }
      return bytes[index]
    }
  }

  /// Starts with the first byte.
  @inlinable public func makeIterator() -> Iterator { Iterator(bytes: self) }
  /// The number of bytes.
  @inlinable public var underestimatedCount: Int { count }
}

extension Bytes: Equatable {
  /// Whether both have the same bytes.
  public static func == (one: Bytes, other: Bytes) -> Bool {
    guard one.count == other.count else { return false }
    guard one.count > 0, let start = unsafe one.start, let other = unsafe other.start else { return true }
    // SAFETY: both have `count` bytes.
    return unsafe memcmp(start, other, one.count) == 0
  }

  /// Whether these are exactly the bytes of `text`.
  package static func == (one: Bytes, text: StaticString) -> Bool {
    one.count == text.utf8CodeUnitCount && one.hasPrefix(text)
  }

  package func hasPrefix(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard text.hasPointerRepresentation, count >= length, let start = unsafe start else { return length == 0 }
    // SAFETY: both have `length` bytes.
    return unsafe memcmp(start, text.utf8Start, length) == 0
  }

  /// Whether these are the bytes of `text`, ignoring the case of ASCII letters. `text` consists of letters in lower case
  /// and of characters below `@`. Compares eight bytes at a time; `ByteScanTests` compares the result with
  /// `ByteClass.lowercased` for every byte at every position.
  package func equalsIgnoringCase(_ text: StaticString) -> Bool {
    guard text.hasPointerRepresentation, count == text.utf8CodeUnitCount, let start = unsafe start else {
      return count == 0 && text.utf8CodeUnitCount == 0
    }
    let other = unsafe text.utf8Start
    var index = 0
    while index &+ 8 <= count {
      // SAFETY: index + 8 is at most the length of both.
      let word = unsafe UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
      let wanted = unsafe UnsafeRawPointer(other + index).loadUnaligned(as: UInt64.self)
      // Only the bit of the case may differ, and only in a letter, which has the bit above it set.
      let cases = (wanted & 0x4040_4040_4040_4040) &>> 1
      if (word ^ wanted) & ~cases != 0 { return false }
      index &+= 8
    }
    for index in index..<count {
      // SAFETY: the index is below the length of both.
      if unsafe ByteClass.lowercased(start[index]) != other[index] { return false }
    }
    return true
  }
}

extension Bytes {
  /// The view without spaces and tabs at both ends (OWS, RFC 9110 §5.6.3).
  package var trimmed: Bytes {
    var lower = 0
    var upper = count
    while lower < upper, ByteClass.isWhitespace(self[lower]) { lower += 1 }
    while upper > lower, ByteClass.isWhitespace(self[upper - 1]) { upper -= 1 }
    return self[lower..<upper]
  }

  package func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    let from = Swift.max(start, 0)
    guard from < count, let base = unsafe self.start else { return nil }
    // SAFETY: from < count, so count - from bytes follow.
    guard let found = unsafe memchr(base + from, Int32(byte), count - from) else { return nil }
    return unsafe UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
  }
}

extension String {
  /// Decodes the bytes as UTF-8; malformed sequences become U+FFFD.
  package init(decoding bytes: Bytes) {
    self = unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension Array where Element == UInt8 {
  package init(_ bytes: Bytes) {
    self = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
  }

  /// Calls `body` with a view of this array's bytes.
  package func withBytes<Result>(_ body: (Bytes) throws -> Result) rethrows -> Result {
    try unsafe withUnsafeBufferPointer { try unsafe body(Bytes($0)) }
  }
}
