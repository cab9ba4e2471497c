import HTTPWire
import JSONText
import ScreenChaos
import Screens
import TextTemplate

/// One arm of a screen in one format: rendered when the screen is published, or at the first request after a start.
final class ArmRendition: Sendable {
  /// How often it was served.
  let counts: RequestTally.ArmCounts
  private let screen: PublishedScreen
  private let arm: Arm
  let format: WireFormat
  private let address: PublicAddress
  private let downgrades: [Tailoring.Downgrade]
  private let vary: String
  private let rendition = OnceReference<Rendition>()

  /// - Parameters:
  ///   - downgrades: what became of items that the app cannot show.
  ///   - vary: names of further fields of requests that the rendition depends on, each after a comma.
  init(
    _ screen: PublishedScreen, arm: Arm, format: WireFormat, counts: RequestTally.ArmCounts,
    address: PublicAddress, downgrades: [Tailoring.Downgrade] = [], vary: String = ""
  ) {
    self.screen = screen
    self.arm = arm
    self.format = format
    self.counts = counts
    self.address = address
    self.downgrades = downgrades
    self.vary = vary
  }

  var ifRendered: Rendition? { rendition.load() }

  /// Takes milliseconds for a large screen: not for a loop.
  func rendered() -> Rendition {
    if let rendition = rendition.load() { return rendition }
    return rendition.storeIfNil(
      Rendition(
        body: format.render(screen, arm: arm, base: address.url), vary: vary, fields: fields,
        template: format.template(screen, arm: arm, base: address.url)))
  }

  /// The body as chaos makes it, and its media type. A kind that finds nothing to change changes nothing.
  func broken(
    by chaos: Chaos, schemas: [String: JSONValue], values: inout TemplateValues
  ) -> (body: [UInt8], contentType: String) {
    let layout = arm.layout.changed(by: chaos, schemas: schemas) ?? arm.layout
    let arm = Arm(choices: arm.choices, layout: layout)
    return chaos.apply(
      to: format.template(screen, arm: arm, base: address.url)?.rendered(with: &values)
        ?? format.render(screen, arm: arm, base: address.url))
  }

  private var fields: [HTTPField] {
    var fields = [HTTPField("Screen-Version", cleaning: String(screen.version))]
    if let name = arm.name { fields.append(HTTPField("Screen-Assignments", cleaning: name)) }
    if screen.definition.onlyExperiment != nil, let choice = arm.choices.first {
      fields.append(HTTPField("Screen-Experiment", cleaning: choice.experiment))
      fields.append(HTTPField("Screen-Variant", cleaning: choice.variant))
    }
    if !downgrades.isEmpty { fields += downgradeFields }
    return fields
  }

  /// Bytes that `Screen-Downgraded` may have: clients refuse heads beyond some 8 KiB.
  static let maximumDowngradedBytes = 4000

  /// `Screen-Downgraded: promo=fallback, price-card=dropped`; the number of all when it has not room for all.
  private var downgradeFields: [HTTPField] {
    var list = ""
    for (index, downgrade) in downgrades.enumerated() {
      let next = (index == 0 ? "" : ", ") + "\(downgrade.item)=\(downgrade.effect.rawValue)"
      guard list.utf8.count + next.utf8.count <= Self.maximumDowngradedBytes else {
        return [
          HTTPField("Screen-Downgraded", cleaning: list),
          HTTPField("Screen-Downgraded-Count", cleaning: String(downgrades.count)),
        ]
      }
      list += next
    }
    return [HTTPField("Screen-Downgraded", cleaning: list)]
  }
}
