package import JSONText

/// How a variant or a scenario edits a screen.
package struct LayoutEdit: Sendable {
  /// How the items are edited.
  package enum Items: Sendable {
    /// The items stay unchanged.
    case none
    /// Applies the changes, then the order.
    case changes([Change], order: [String]?)
    /// Replaces all sections.
    case sections([Section])
  }

  /// The screen's name; nil to keep it.
  package let screenName: String?
  /// A JSON Merge Patch (RFC 7396) of the screen's values; nil to keep them.
  package let values: JSONObject?
  package let items: Items

  /// Whether the edit changes nothing.
  var isEmpty: Bool {
    if case .none = items { screenName == nil && values == nil } else { false }
  }
}
