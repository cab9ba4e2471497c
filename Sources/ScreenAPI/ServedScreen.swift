import HTTPWire
import Screens

/// A published screen with all its renditions: serving it picks one.
final class ServedScreen: Sendable {
  let screen: PublishedScreen
  /// By format, then by arm.
  private let renditions: [String: [Rendition]]
  /// Those of the definition's own format.
  let defaults: [Rendition]

  init(_ screen: PublishedScreen, formats: some Collection<WireFormat>) {
    self.screen = screen
    var renditions: [String: [Rendition]] = [:]
    for format in formats {
      renditions[format.name] = screen.arms.map { arm in
        Rendition(body: format.render(screen, arm: arm), fields: Self.fields(screen, arm))
      }
    }
    self.renditions = renditions
    defaults = renditions[screen.definition.format] ?? []
  }

  func renditions(format: String) -> [Rendition]? { renditions[format] }

  /// The arm a variant is, by its place among the variants; the definition as it is for none.
  func arm(ofVariant variant: Int?) -> Int { variant.map { $0 + 1 } ?? 0 }

  private static func fields(_ screen: PublishedScreen, _ arm: Arm) -> [HTTPField] {
    var fields = [HTTPField("Screen-Version", cleaning: String(screen.version))]
    if let experiment = screen.definition.experiment?.key, let variant = arm.variant {
      fields.append(HTTPField("Screen-Experiment", cleaning: experiment))
      fields.append(HTTPField("Screen-Variant", cleaning: variant))
    }
    return fields
  }
}
