/// The operators that a condition uses under an attribute's name.
package enum ConditionOperator: String, Sendable, CaseIterable {
  case equal = "$eq"
  case notEqual = "$ne"
  case less = "$lt"
  case lessOrEqual = "$lte"
  case greater = "$gt"
  case greaterOrEqual = "$gte"
  case versionEqual = "$veq"
  case versionNotEqual = "$vne"
  case versionLess = "$vlt"
  case versionLessOrEqual = "$vlte"
  case versionGreater = "$vgt"
  case versionGreaterOrEqual = "$vgte"
  case isIn = "$in"
  case isNotIn = "$nin"
  case isInIgnoringCase = "$ini"
  case isNotInIgnoringCase = "$nini"
  case isInGroup = "$inGroup"
  case isNotInGroup = "$notInGroup"
  case all = "$all"
  case allIgnoringCase = "$alli"
  case size = "$size"
  case exists = "$exists"
  case type = "$type"
  case pattern = "$regex"
  case patternIgnoringCase = "$regexi"
  case notPattern = "$notRegex"
  case notPatternIgnoringCase = "$notRegexi"
  case elementMatch = "$elemMatch"
  case not = "$not"

  package static let names = allCases.map(\.rawValue)

  /// The operators that take the place of an attribute's name.
  static let logicalNames = ["$and", "$or", "$nor", "$not"]
}
