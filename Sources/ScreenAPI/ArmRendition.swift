import HTTPWire
import Screens
import Synchronization

/// One arm of a screen in one format: rendered when the screen is published, or at the first request after a start.
final class ArmRendition: Sendable {
  /// How often it was served.
  let counts: RequestTally.Arm
  private let screen: PublishedScreen
  private let arm: Arm
  private let format: WireFormat
  private let rendition = AtomicLazyReference<Rendition>()

  init(_ screen: PublishedScreen, arm: Arm, format: WireFormat, counts: RequestTally.Arm) {
    self.screen = screen
    self.arm = arm
    self.format = format
    self.counts = counts
  }

  var ifRendered: Rendition? { rendition.load() }

  /// Takes milliseconds for a large screen: not for a loop.
  func rendered() -> Rendition {
    if let rendition = rendition.load() { return rendition }
    return rendition.storeIfNil(Rendition(body: format.render(screen, arm: arm), fields: fields))
  }

  private var fields: [HTTPField] {
    var fields = [HTTPField("Screen-Version", cleaning: String(screen.version))]
    if let experiment = screen.definition.experiment?.key, let variant = arm.variant {
      fields.append(HTTPField("Screen-Experiment", cleaning: experiment))
      fields.append(HTTPField("Screen-Variant", cleaning: variant))
    }
    return fields
  }
}
