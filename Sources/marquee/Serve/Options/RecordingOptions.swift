import ArgumentParser
import Foundation
import MarqueeServer

/// The exposures and requests that the server records.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Whether to record which units were shown which variant: on or off. (MARQUEE_EXPOSURES, default: on)",
      valueName: "on-or-off"),
    completion: .list(["on", "off"]))
  var exposures: String?

  @Option(
    help: ArgumentHelp(
      """
      Key for recording units as hashes. (MARQUEE_EXPOSURE_SALT, default: units are recorded in plain text)
      """, valueName: "key"))
  var exposureSalt: String?

  @Option(
    help: ArgumentHelp(
      "Number of recent screen requests to keep; 0 for none. (MARQUEE_JOURNAL, default: 1000)",
      valueName: "count"))
  var journal: Int?

  @Flag(
    help: "Also keep the response bodies of these requests, at most 8 MiB together. (MARQUEE_JOURNAL_BODIES)")
  var journalBodies = false

  func apply(to configuration: inout Marquee.Configuration, _ variables: ServeVariables) throws {
    let exposures = variables.text(exposures, "MARQUEE_EXPOSURES") ?? "on"
    guard exposures == "on" || exposures == "off" else {
      throw ValidationError("exposures must be on or off, not \(exposures) (MARQUEE_EXPOSURES)")
    }
    configuration.keepsExposures = exposures == "on"
    // Unlike other variables, an empty salt is an error: without one, units would be recorded in plain text.
    configuration.exposureSalt =
      exposureSalt ?? ProcessInfo.processInfo.environment["MARQUEE_EXPOSURE_SALT"]
    guard configuration.exposureSalt != "" else {
      throw ValidationError("the exposure salt must not be empty (MARQUEE_EXPOSURE_SALT)")
    }
    configuration.journal =
      try variables.number(journal, "MARQUEE_JOURNAL", in: Marquee.Configuration.journalCapacities) ?? 1000
    configuration.keepsJournalBodies = try variables.flag(journalBodies, "MARQUEE_JOURNAL_BODIES")
  }
}
