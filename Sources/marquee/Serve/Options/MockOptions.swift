import ArgumentParser
import MarqueeServer
import ScreenMock

/// The delay of the mock, and whether it is on.
struct MockOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Delay of all responses with screens: milliseconds up to \(MockDelay.maximum), or a range such as 200..800. \
      (MARQUEE_DELAY, default: none)
      """, valueName: "milliseconds"))
  var delay: String?

  @Flag(help: "Turn the mock off: no delays, faults, scenarios or endpoints. (MARQUEE_NO_MOCK)")
  var noMock = false

  func apply(to configuration: inout Marquee.Configuration, _ variables: ServeVariables) throws {
    configuration.hasMock = try !variables.flag(noMock, "MARQUEE_NO_MOCK")
    guard let text = variables.text(delay, "MARQUEE_DELAY") else { return }
    guard let delay = Marquee.Delay(text) else {
      throw ValidationError(
        "\(text) is not a delay; write milliseconds up to \(MockDelay.maximum), or a range such as 200..800 "
          + "(MARQUEE_DELAY)")
    }
    configuration.delay = delay
  }
}
