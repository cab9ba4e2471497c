import HTTPWire

/// The view types of a field `Accept-View-Types`. Requests with the same field share one.
final class AcceptedViewTypes: Sendable {
  let field: [UInt8]
  let names: Set<String>

  /// - Throws: ``ParameterError`` for an invalid field.
  init(_ field: [UInt8]) throws(ParameterError) {
    self.field = field
    names = try Capabilities.viewTypes(in: String(decoding: field, as: UTF8.self))
  }

  /// The estimated memory, in bytes.
  var bytes: Int { field.count + names.count * 64 }
}

/// The fields `Accept-View-Types` that apps have sent: one for each release in use. The oldest ones are dropped.
final class ViewTypeLists: Sendable {
  private let lists = BoundedCache<[UInt8], AcceptedViewTypes>(maximumBytes: 1 << 20, maximumCount: 256)

  /// - Throws: ``ParameterError`` for an invalid field.
  func list(_ field: Bytes) throws(ParameterError) -> AcceptedViewTypes {
    let field = Array(field)
    if let known = lists.value(field) { return known }
    let list = try AcceptedViewTypes(field)
    return lists.keep(list, bytes: list.bytes, for: field)
  }
}
