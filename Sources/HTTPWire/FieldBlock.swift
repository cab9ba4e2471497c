/// A few fields rendered as lines, to be put behind the fields of a prepared response.
package struct FieldBlock: Sendable, Equatable {
  let bytes: [UInt8]

  package init(_ fields: [HTTPField]) {
    var bytes: [UInt8] = []
    for field in fields {
      bytes += field.name.utf8
      bytes += ": ".utf8
      bytes += field.value.utf8
      bytes += "\r\n".utf8
    }
    self.bytes = bytes
  }
}
