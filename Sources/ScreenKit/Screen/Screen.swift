/// A decoded screen: sections of items, in order.
public struct Screen: Hashable, Sendable {
  /// The display name; nil when the wire format does not carry it.
  public var name: String?
  /// The route; nil when the wire format does not carry it.
  public var route: String?
  /// The number of the published version; nil when the wire format does not carry it.
  public var version: Int?
  /// The key of the experiment; nil without one, or when the wire format does not carry it.
  public var experiment: String?
  /// The key of the variant; nil without an experiment, or when the wire format does not carry it.
  public var variant: String?
  /// What the server sends beside the items, such as a title or colours: an object. It has those of the screen's values
  /// that the wire format carries.
  public var values: JSONValue
  /// The sections, from top to bottom. A wire format without sections gives one section.
  ///
  /// A wire format that sends the items of some sections apart gives these sections too, in the order of its template.
  public var sections: [ScreenSection]
  /// The items that others refer to by their ids, in a wire format that sends all items in one list
  /// (`"nesting": "flat"`). They are in no section.
  ///
  /// Those at the place of a ``ScreenItems`` are also inside the value of the item around them.
  public var innerItems: [ScreenItem]

  /// Creates a screen without a server, such as one for a preview.
  public init(
    name: String? = nil, route: String? = nil, version: Int? = nil, experiment: String? = nil,
    variant: String? = nil, values: JSONValue = .object([:]), sections: [ScreenSection],
    innerItems: [ScreenItem] = []
  ) {
    self.name = name
    self.route = route
    self.version = version
    self.experiment = experiment
    self.variant = variant
    self.values = values
    self.sections = sections
    self.innerItems = innerItems
  }

  /// The items of all sections, in order.
  public var items: [ScreenItem] { sections.flatMap(\.items) }

  /// Returns the item with an id, at the top or among ``innerItems``; nil when the screen has no such item.
  public func item(withID id: String) -> ScreenItem? {
    for section in sections {
      if let item = section.items.first(where: { $0.id == id }) { return item }
    }
    return innerItems.first { $0.id == id }
  }
}
