/// A field that a response has in addition to those that were rendered in advance.
package struct RenderedField: Sendable {
  /// The line with its end.
  let line: [UInt8]
  private let name: StaticString

  /// Text of up to 80 bytes, in memory.
  package typealias ShortText = (
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
  )

  /// A field with the first bytes of a short text, which has no control characters.
  package init(_ name: StaticString, _ text: ShortText, count: Int) {
    self.name = name
    line = unsafe withUnsafeBytes(of: text) {
      unsafe Self.line(name, UnsafeRawBufferPointer(rebasing: $0.prefix(count)))
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
    self.name = name
    line = unsafe value.withUnsafeBytes { unsafe Self.line(name, $0) }
  }

  /// In one allocation, because a loop makes one for each response.
  private static func line(_ name: StaticString, _ value: UnsafeRawBufferPointer) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(name.utf8CodeUnitCount + value.count + 4)
    name.withUTF8Buffer { unsafe line.append(contentsOf: $0) }
    line.append(0x3A)
    line.append(0x20)
    unsafe line.append(contentsOf: value)
    line.append(0x0D)
    line.append(0x0A)
    return line
  }

  package var value: ArraySlice<UInt8> { line.dropFirst(name.utf8CodeUnitCount + 2).dropLast(2) }

  /// The same as a field of other responses.
  package var field: HTTPField { HTTPField(name, cleaning: String(decoding: value, as: UTF8.self)) }
}
