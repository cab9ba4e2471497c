/// A section of a screen: items with an optional header and footer.
public struct ScreenSection: Hashable, Sendable, Identifiable {
  /// The id, unique in the screen.
  ///
  /// It is the server's id, or `section-n` when the server sends none.
  public var id: String
  /// The text above the items; nil without one.
  public var header: String?
  /// The text below the items; nil without one.
  public var footer: String?
  /// What the server sends beside the items of the section: an object. It has those of the section's values that the
  /// wire format carries.
  public var values: JSONValue
  /// The items, from top to bottom.
  public var items: [ScreenItem]

  /// Creates a section without a server, such as one for a preview.
  public init(
    id: String, header: String? = nil, footer: String? = nil, values: JSONValue = .object([:]),
    items: [ScreenItem]
  ) {
    self.id = id
    self.header = header
    self.footer = footer
    self.values = values
    self.items = items
  }
}
