/// The position of a field line: offsets and lengths in bytes from the start of the message.
struct FieldLine: Sendable {
  var name: UInt32
  var nameCount: UInt32
  var value: UInt32
  var valueCount: UInt32
  /// The raw value of the `KnownField`, or `FieldTable.none`.
  var known: UInt8

  func name(in head: Bytes) -> Bytes { head[Int(name)..<Int(name) + Int(nameCount)] }
  func value(in head: Bytes) -> Bytes { head[Int(value)..<Int(value) + Int(valueCount)] }
}
