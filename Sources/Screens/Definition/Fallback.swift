import JSONText

/// The replacement for an item that an app cannot show.
package indirect enum Fallback: Sendable, Equatable {
  /// The item is left out.
  case drop
  /// Another item, which may have a fallback too.
  case item(Item)

  /// The maximum length of a chain of fallbacks.
  package static let maximumDepth = 8

  /// The fallback as in a definition.
  var json: JSONValue {
    switch self {
    case .drop: "drop"
    case .item(let item): item.json
    }
  }
}
