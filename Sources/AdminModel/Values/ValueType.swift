/// The type of a value in a response, as the description of the API shows it.
package indirect enum ValueType: Sendable {
  /// Any JSON value.
  case any
  case null, boolean, integer, number, string
  /// An object with any members.
  case anyObject
  /// A time in the format of RFC 3339.
  case time
  /// A day in the format of RFC 3339.
  case date
  /// One of these strings.
  case choice([String])
  case array(ValueType)
  /// An object whose members have any names, and values of a type.
  case map(ValueType)
  case orNull(ValueType)
  case anyOf([ValueType])
  /// - Parameter name: the name that the description of the API gives the type; nil for a type that has one use.
  case object(name: String?, [MemberDescription])
}

/// A member of an object in the description of the API.
package struct MemberDescription: Sendable {
  package let name: String
  package let type: ValueType
  package let description: String?
  /// Whether every object has the member.
  package let isRequired: Bool
}
