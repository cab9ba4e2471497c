import JSONText

/// What stands in for an item that cannot be shown.
package indirect enum Fallback: Sendable, Equatable {
  /// Nothing.
  case drop
  /// Another item, which may have a fallback again.
  case item(Item)

  /// Fallbacks of fallbacks: a chain longer than this is nobody's plan.
  package static let maximumDepth = 8

  /// The fallback as a definition writes it.
  var json: JSONValue {
    switch self {
    case .drop: "drop"
    case .item(let item): item.json
    }
  }
}
