import ArgumentParser

/// Whether units may go from one variant of a running experiment to another.
struct ReassignmentOption: ParsableArguments {
  @Flag(help: "Also when it moves units between variants of an experiment that runs.")
  var allowReassignment = false

  var parameters: [(name: String, value: String)] {
    allowReassignment ? [("allowReassignment", "true")] : []
  }
}
