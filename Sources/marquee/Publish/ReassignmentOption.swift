import ArgumentParser

/// Whether a publication may move units between variants of a running experiment.
struct ReassignmentOption: ParsableArguments {
  @Flag(help: "Publish even if units change their variant in a running experiment.")
  var allowReassignment = false

  var parameters: [(name: String, value: String)] {
    allowReassignment ? [("allowReassignment", "true")] : []
  }
}
