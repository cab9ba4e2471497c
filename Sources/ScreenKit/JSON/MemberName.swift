/// The name of a member that is known at run time only.
struct MemberName: CodingKey, Hashable {
  let stringValue: String

  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }

  init?(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { stringValue = String(intValue) }
}
