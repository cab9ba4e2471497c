/// A field that a response has in addition to those that were rendered in advance.
@safe
package struct RenderedField: Sendable {
  /// Text of up to 80 bytes, in memory.
  package typealias ShortText = (
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
  )

  private struct Lengths {
    let name: Int
    /// The line with its end, and the empty line that ends a head.
    let whole: Int
  }

  // SAFETY: nothing writes to it after `init` but `replaceValue`, and only while this is the one reference. In place of an
  // array, because a loop may make one for each response: its line is written to one allocation, without checks of
  // uniqueness.
  private nonisolated(unsafe) var line: ManagedBuffer<Lengths, UInt8>

  /// A field with the first bytes of a short text, which has no control characters.
  /// - Parameter former: a field whose memory is used again, if its name and length are the same and nothing else has it.
  package init(
    _ name: StaticString, _ text: ShortText, count: Int, inPlaceOf former: consuming RenderedField? = nil
  ) {
    if var field = consume former,
      unsafe Self.withBytes(of: text, count, { unsafe field.replaceValue(by: $0, of: name) })
    {
      self = field
    } else {
      self = unsafe Self.withBytes(of: text, count) { unsafe Self(name, $0) }
    }
  }

  @inline(__always)
  private static func withBytes<Result>(
    of text: ShortText, _ count: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    unsafe withUnsafeBytes(of: text) {
      unsafe body(UnsafeRawBufferPointer(start: $0.baseAddress, count: min(count, $0.count)))
    }
  }

  /// Writes another value of the same length to the memory of this field. Returns false, and does nothing, if the name or the
  /// length differs, or if something else has this field.
  private mutating func replaceValue(by value: UnsafeRawBufferPointer, of name: StaticString) -> Bool {
    guard unsafe isKnownUniquelyReferenced(&line) else { return false }
    return unsafe line.withUnsafeMutablePointers { lengths, start in
      let place = unsafe lengths.pointee.name + 2
      guard unsafe place + value.count + 4 == lengths.pointee.whole,
        unsafe Bytes(start: UnsafePointer(start), count: lengths.pointee.name) == name
      else { return false }
      // SAFETY: the line has `whole` bytes.
      unsafe UnsafeMutableRawBufferPointer(start: start + place, count: value.count).copyMemory(from: value)
      return true
    }
  }

  /// A field with any value. Control characters become spaces.
  package init(_ name: StaticString, cleaning value: [UInt8]) {
    var value = value
    var place = 0
    while true {
      place = value.withBytes { $0.endOfFieldContent(from: place, to: value.count) }
      guard place < value.count else { break }
      value[place] = 0x20
    }
    self = unsafe value.withUnsafeBytes { unsafe Self(name, $0) }
  }

  private init(_ name: StaticString, _ value: UnsafeRawBufferPointer) {
    let nameCount = name.utf8CodeUnitCount
    let end = nameCount + 2 + value.count
    let lengths = Lengths(name: nameCount, whole: end + 4)
    unsafe line = .create(minimumCapacity: lengths.whole) { _ in lengths }
    unsafe line.withUnsafeMutablePointerToElements { start in
      let line = unsafe UnsafeMutableRawBufferPointer(start: start, count: lengths.whole)
      name.withUTF8Buffer { unsafe line.copyMemory(from: UnsafeRawBufferPointer($0)) }
      unsafe line[nameCount] = 0x3A
      unsafe line[nameCount + 1] = 0x20
      unsafe UnsafeMutableRawBufferPointer(rebasing: line[(nameCount + 2)...]).copyMemory(from: value)
      for place in stride(from: end, to: lengths.whole, by: 2) {
        unsafe line[place] = 0x0D
        unsafe line[place + 1] = 0x0A
      }
    }
  }

  /// Calls `body` with the end of a head: the line, and the empty line.
  package func withEndOfHead<Result>(_ body: (Bytes) -> Result) -> Result {
    // SAFETY: `init` has written `lengths.whole` bytes.
    unsafe line.withUnsafeMutablePointers { lengths, start in
      unsafe body(Bytes(start: UnsafePointer(start), count: lengths.pointee.whole))
    }
  }

  package var value: [UInt8] {
    withEndOfHead { Array($0[(nameCount + 2)..<($0.count - 4)]) }
  }

  private var nameCount: Int { unsafe line.header.name }

  /// The same as a field of other responses.
  package var field: HTTPField {
    HTTPField(
      token: withEndOfHead { String(decoding: $0[0..<nameCount]) },
      cleaning: String(decoding: value, as: UTF8.self))
  }
}
