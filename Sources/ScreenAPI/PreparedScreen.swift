import Assignment
import Screens

/// A screen that has been read, with a rendition for each format and arm: serving it picks one.
final class PreparedScreen: Sendable {
  let screen: PublishedScreen
  let experiment: CompiledExperiment?
  /// By format, then by arm.
  private let renditions: [String: [ArmRendition]]
  /// Those of the definition's own format.
  let defaults: [ArmRendition]

  init(_ screen: PublishedScreen, formats: some Collection<WireFormat>, tally: RequestTally) {
    self.screen = screen
    experiment = screen.definition.experiment?.compiled
    let counts = screen.arms.map { arm in
      tally.arm(
        RequestTally.Variant(
          route: screen.route.name, experiment: screen.definition.experiment?.key, variant: arm.variant))
    }
    var renditions: [String: [ArmRendition]] = [:]
    for format in formats {
      renditions[format.name] = zip(screen.arms, counts).map { arm, counts in
        ArmRendition(screen, arm: arm, format: format, counts: counts)
      }
    }
    self.renditions = renditions
    defaults = renditions[screen.definition.format] ?? []
  }

  func renditions(format: String) -> [ArmRendition]? { renditions[format] }

  /// The arm a variant is, by its place among the variants; the definition as it is for none.
  func arm(ofVariant variant: Int?) -> Int { variant.map { $0 + 1 } ?? 0 }

  /// Items of all arms: what its renditions cost.
  var itemCount: Int { screen.arms.reduce(0) { $0 + $1.layout.items.count } }

  /// Renders what most requests ask for.
  func renderDefaults() {
    for rendition in defaults { _ = rendition.rendered() }
  }
}
