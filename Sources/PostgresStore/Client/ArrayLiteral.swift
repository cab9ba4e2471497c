/// Arrays as parameters (<https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO>).
enum ArrayLiteral {
  static func of(_ elements: some Sequence<String?>) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    for element in elements {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      guard let element else {
        bytes += "NULL".utf8
        continue
      }
      bytes.append(UInt8(ascii: "\""))
      for byte in element.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
      }
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
  }

  static func of(_ numbers: some Sequence<Int>) -> String { of(numbers.lazy.map { String($0) }) }
}
