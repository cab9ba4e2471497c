/// A coding key for a member name that is known only at run time.
struct MemberName: CodingKey, Hashable {
  let stringValue: String

  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }

  init?(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { stringValue = String(intValue) }
}
