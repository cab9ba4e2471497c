/// Some items of a screen, with what stands above and below them.
public struct ScreenSection<Value: Sendable>: Sendable, Identifiable {
  /// Unique in the screen: the server's, or derived where the wire has none.
  public var id: String
  /// The title above it, if any.
  public var header: String?
  /// The text below it, if any.
  public var footer: String?
  /// The items, from top to bottom.
  public var items: [ScreenItem<Value>]

  /// A section that is made by hand, as for a preview.
  public init(id: String, header: String? = nil, footer: String? = nil, items: [ScreenItem<Value>]) {
    self.id = id
    self.header = header
    self.footer = footer
    self.items = items
  }
}

extension ScreenSection: Equatable where Value: Equatable {}
extension ScreenSection: Hashable where Value: Hashable {}
