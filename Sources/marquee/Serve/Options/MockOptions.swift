import ArgumentParser
import Foundation
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

  @Option(
    help: ArgumentHelp(
      """
      The app's real backend, which answers what nothing here answers; secrets of this server are not sent to it. \
      (MARQUEE_UPSTREAM, default: none)
      """, valueName: "url"))
  var upstream: String?

  @Option(
    help: ArgumentHelp(
      "Record the answers of the real backend in this file, an HTTP Archive for marquee capture. (MARQUEE_RECORD)",
      valueName: "file"),
    completion: .file(extensions: ["har"]))
  var record: String?

  @Flag(
    help: "Allow a real backend for one of several nodes, which share a store. (MARQUEE_ALLOW_UPSTREAM)")
  var allowUpstream = false

  func apply(to configuration: inout Marquee.Configuration, _ variables: ServeVariables) throws {
    configuration.hasMock = try !variables.flag(noMock, "MARQUEE_NO_MOCK")
    try applyUpstream(to: &configuration, variables)
    guard let text = variables.text(delay, "MARQUEE_DELAY") else { return }
    guard let delay = Marquee.Delay(text) else {
      throw ValidationError(
        "\(text) is not a delay; write milliseconds up to \(MockDelay.maximum), or a range such as 200..800 "
          + "(MARQUEE_DELAY)")
    }
    configuration.delay = delay
  }

  private func applyUpstream(
    to configuration: inout Marquee.Configuration, _ variables: ServeVariables
  ) throws {
    configuration.upstreamRecording = variables.text(record, "MARQUEE_RECORD")
    configuration.allowsUpstreamWithStore = try variables.flag(allowUpstream, "MARQUEE_ALLOW_UPSTREAM")
    guard let text = variables.text(upstream, "MARQUEE_UPSTREAM") else {
      guard configuration.upstreamRecording == nil else {
        throw ValidationError("--record records the answers of the real backend; name it with --upstream")
      }
      return
    }
    guard let url = URL(string: text), Marquee.Configuration.isUpstream(url) else {
      // Without the value: it can contain a password.
      throw ValidationError(
        "the upstream must be an http or https URL with a host and without a user, query and fragment, such as "
          + "https://api.example (MARQUEE_UPSTREAM)")
    }
    guard configuration.store == nil || configuration.allowsUpstreamWithStore else {
      throw ValidationError(
        "--upstream is for one server and its tests, and --store for several nodes; --allow-upstream allows both"
      )
    }
    configuration.upstream = url
  }
}
