/// The paths of the parts of a screen.
struct ScreenPaths: Hashable, Sendable {
  static let allowed: Set<Placeholder> = [
    .items, .sections, .screenName, .route, .version, .experiment, .variant,
  ]

  /// The list of sections, or of items when the format has no sections.
  let list: ValuePath
  let hasSections: Bool
  var screenName: ValuePath?
  var route: ValuePath?
  var version: ValuePath?
  var experiment: ValuePath?
  var variant: ValuePath?

  init(
    list: ValuePath, hasSections: Bool = false, screenName: ValuePath? = nil, route: ValuePath? = nil,
    version: ValuePath? = nil, experiment: ValuePath? = nil, variant: ValuePath? = nil
  ) {
    self.list = list
    self.hasSections = hasSections
    self.screenName = screenName
    self.route = route
    self.version = version
    self.experiment = experiment
    self.variant = variant
  }

  init(_ template: PlaceholderPaths) throws(WireFormatError) {
    hasSections = template.paths[.sections] != nil
    list = try template.required(hasSections ? .sections : .items, in: "the screen")
    screenName = template.paths[.screenName]
    route = template.paths[.route]
    version = template.paths[.version]
    experiment = template.paths[.experiment]
    variant = template.paths[.variant]
  }
}
