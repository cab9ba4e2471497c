/// A field of a response as its line. Its value is a list that differs from response to response.
package struct RenderedField: Sendable {
  private let name: StaticString
  /// The line so far, without its end.
  private var bytes: [UInt8]
  private let valueStart: Int

  /// A field without elements.
  /// - Parameter capacity: the expected length of the value in bytes.
  package init(_ name: StaticString, capacity: Int) {
    self.name = name
    valueStart = name.utf8CodeUnitCount + 2
    bytes = []
    // With the end of the line.
    bytes.reserveCapacity(valueStart + capacity + 2)
    name.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    bytes += [0x3A, 0x20]
  }

  /// The line with its end.
  consuming func line() -> [UInt8] {
    bytes.append(0x0D)
    bytes.append(0x0A)
    return bytes
  }

  package var isEmpty: Bool { bytes.count == valueStart }

  /// Adds an element to the list. Control characters in it become spaces.
  /// - Parameter element: appends the bytes of the element; none adds nothing.
  package mutating func append(_ element: (inout [UInt8]) -> Void) {
    var place = bytes.count
    appendClean(element)
    while true {
      place = bytes.withBytes { $0.endOfFieldContent(from: place, to: bytes.count) }
      guard place < bytes.count else { break }
      bytes[place] = 0x20
    }
  }

  /// Adds an element that has no control characters.
  /// - Parameter element: appends the bytes of the element; none adds nothing.
  package mutating func appendClean(_ element: (inout [UInt8]) -> Void) {
    let isFirst = isEmpty
    if !isFirst { bytes.append(0x2C) }
    let start = bytes.count
    element(&bytes)
    if bytes.count == start, !isFirst { bytes.removeLast() }
  }

  /// The same as a field of other responses.
  package var field: HTTPField {
    HTTPField(name, cleaning: String(decoding: bytes.dropFirst(valueStart), as: UTF8.self))
  }
}
