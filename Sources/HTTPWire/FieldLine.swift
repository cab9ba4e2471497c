/// Where one field line of a request is, counted in bytes from the beginning of the message.
package struct FieldLine: Sendable {
  var name: UInt32
  var nameCount: UInt32
  var value: UInt32
  var valueCount: UInt32
  /// Raw value of the `KnownField`, `FieldTable.none` for any other name.
  var known: UInt8

  func name(in head: Bytes) -> Bytes { head[Int(name)..<Int(name) + Int(nameCount)] }
  func value(in head: Bytes) -> Bytes { head[Int(value)..<Int(value) + Int(valueCount)] }
}
