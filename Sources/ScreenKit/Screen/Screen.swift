/// A decoded screen: sections of items, in order.
public struct Screen<Value: Sendable>: Sendable {
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
  /// The sections, from top to bottom. A wire format without sections gives one section.
  public var sections: [ScreenSection<Value>]

  /// Creates a screen without a server, such as one for a preview.
  public init(
    name: String? = nil, route: String? = nil, version: Int? = nil, experiment: String? = nil,
    variant: String? = nil, sections: [ScreenSection<Value>]
  ) {
    self.name = name
    self.route = route
    self.version = version
    self.experiment = experiment
    self.variant = variant
    self.sections = sections
  }

  /// The items of all sections, in order.
  public var items: [ScreenItem<Value>] { sections.flatMap(\.items) }
}

extension Screen: Equatable where Value: Equatable {}
extension Screen: Hashable where Value: Hashable {}
