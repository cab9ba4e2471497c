/// What a screen contains: sections of items, in order.
public struct Screen<Value: Sendable>: Sendable {
  /// Its name for people, where the wire format says it.
  public var name: String?
  /// The route that it was asked for by, where the wire format says it.
  public var route: String?
  /// The number of its published version, where the wire format says it.
  public var version: Int?
  /// The key of the experiment, and of its arm that this is.
  public var experiment: String?
  /// The key of the arm of the experiment.
  public var variant: String?
  /// The sections, from top to bottom; one, where the wire format has none.
  public var sections: [ScreenSection<Value>]

  /// A screen that is made by hand, as for a preview.
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
