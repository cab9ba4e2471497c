import Foundation
import JSONText

extension JSONValue {
  /// Returns whether both are equal as JSON, except that dates and UUIDs may be written differently.
  func isSameContent(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.isSameContent(as: $1) }
    case (.object(let a), .object(let b)):
      return a.count == b.count
        && a.allSatisfy { member in b[member.name].map { member.value.isSameContent(as: $0) } ?? false }
    case (.string(let a), .string(let b)):
      if a.hasSameScalars(as: b) { return true }
      if let one = UUID(uuidString: a), let two = UUID(uuidString: b) { return one == two }
      guard let one = Self.instant(a), let two = Self.instant(b) else { return false }
      return abs(one.timeIntervalSince(two)) < 0.000_5
    default:
      return isEquivalent(to: other)
    }
  }

  private static func instant(_ text: String) -> Date? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    return try? style.parse(text)
  }
}
