/// Appends JSON text: UTF-8, without white space, escaping only what RFC 8259 §7 requires.
package enum JSONWriter {
  package static func append(_ value: JSONValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let text): append(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        append(element, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for member in object.members {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        append(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(member.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a JSON string, with its quotation marks.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    appendContent(of: text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the content of a JSON string, without its quotation marks.
  package static func appendContent(of text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for index in utf8.indices {
        let byte = unsafe utf8[index]
        guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
        unsafe bytes.append(contentsOf: utf8[start..<index])
        start = index + 1
        appendEscape(byte, to: &bytes)
      }
      unsafe bytes.append(contentsOf: utf8[start...])
    }
  }

  private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5C: bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      bytes.append(contentsOf: (byte < 0x10 ? "u000" : "u00").utf8)
      bytes.append(contentsOf: String(byte, radix: 16).utf8)
    }
  }
}

extension JSONValue {
  /// The compact JSON text as UTF-8.
  package func serialized() -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.append(self, to: &bytes)
    return bytes
  }

  /// The compact JSON text.
  package var text: String { String(decoding: serialized(), as: UTF8.self) }
}
