import Foundation

extension CachedScreen {
  /// Applies a JSON Patch to the body and returns the result.
  ///
  /// It equals the server's body as JSON, but its bytes can differ, because members have no order here. The
  /// entity tag still fits: it names a state of the screen, and a later patch of that state has the same result
  /// on both sides.
  /// - Throws: `DecodingError` or ``JSONPatch/PatchError``.
  func patched(_ patch: Data) throws -> Data {
    let decoder = JSONDecoder.screenKit
    let changes = try decoder.decode(JSONPatch.self, from: patch)
    var value = try decoder.decode(JSONValue.self, from: body)
    try changes.apply(to: &value)
    return try JSONEncoder.screenKit.encode(value)
  }

  /// Whether the body survives decoding and encoding without loss: it has no number of more than 17 digits,
  /// which Foundation's decoder could round.
  var canBePatched: Bool {
    var digits = 0
    var isInString = false
    var isEscaped = false
    for byte in body {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
        digits = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        if digits > 17 { return false }
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"):
        break
      default: digits = 0
      }
    }
    return true
  }
}
