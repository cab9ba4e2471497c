/// A field that a response has in addition to those that were rendered in advance.
@safe
package struct RenderedField: Sendable {
  /// Text of up to 80 bytes, in memory.
  package typealias ShortText = (
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
  )

  private struct Lengths {
    let name: Int
    /// The whole line, with its end.
    let line: Int
  }

  // SAFETY: nothing writes to it after `init`. In place of an array, because a loop makes one for each response: its line is
  // written to one allocation, without checks of uniqueness.
  private nonisolated(unsafe) let line: ManagedBuffer<Lengths, UInt8>

  /// A field with the first bytes of a short text, which has no control characters.
  package init(_ name: StaticString, _ text: ShortText, count: Int) {
    self = unsafe withUnsafeBytes(of: text) {
      unsafe Self(name, UnsafeRawBufferPointer(rebasing: $0.prefix(count)))
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
    let lengths = Lengths(name: name.utf8CodeUnitCount, line: name.utf8CodeUnitCount + value.count + 4)
    unsafe line = .create(minimumCapacity: lengths.line) { _ in lengths }
    unsafe line.withUnsafeMutablePointerToElements { start in
      let line = unsafe UnsafeMutableRawBufferPointer(start: start, count: lengths.line)
      name.withUTF8Buffer { unsafe line.copyMemory(from: UnsafeRawBufferPointer($0)) }
      unsafe line[lengths.name] = 0x3A
      unsafe line[lengths.name + 1] = 0x20
      unsafe UnsafeMutableRawBufferPointer(rebasing: line[(lengths.name + 2)...]).copyMemory(from: value)
      unsafe line[lengths.line - 2] = 0x0D
      unsafe line[lengths.line - 1] = 0x0A
    }
  }

  /// Calls `body` with the line and its end.
  func withLine<Result>(_ body: (Bytes) -> Result) -> Result {
    // SAFETY: `init` has written `lengths.line` bytes.
    unsafe line.withUnsafeMutablePointers { lengths, start in
      unsafe body(Bytes(start: UnsafePointer(start), count: lengths.pointee.line))
    }
  }

  package var value: [UInt8] {
    withLine { Array($0[(nameCount + 2)..<($0.count - 2)]) }
  }

  private var nameCount: Int { unsafe line.header.name }

  /// The same as a field of other responses.
  package var field: HTTPField {
    HTTPField(
      token: withLine { String(decoding: $0[0..<nameCount]) },
      cleaning: String(decoding: value, as: UTF8.self))
  }
}
