import Screens

/// The keys by which a cache in front purges a screen: `Surrogate-Key`, as Fastly and others read it.
enum SurrogateKeys {
  /// The maximum length of the list, in bytes: many clients refuse heads of more than 8 KiB.
  static let maximumBytes = 3000

  /// `screen/home experiment/home-price-first type/ONE_IMAGE type/ONE_LINE_TEXT`: the route, the experiments, and the
  /// view types in the order of their names. `type/*` stands for all view types if their list would be too long.
  static func of(_ screen: PublishedScreen) -> String {
    let names = ["screen/\(screen.route.name)"] + screen.definition.experiments.map { "experiment/\($0.key)" }
    let types = Set(
      screen.combinations.lazy.flatMap(\.layout.items).flatMap(\.alternatives).map(\.viewType)
    ).sorted().map { "type/\($0)" }
    let all = (names + types).joined(separator: " ")
    return all.utf8.count <= maximumBytes ? all : (names + ["type/*"]).joined(separator: " ")
  }
}
