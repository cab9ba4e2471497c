import ArgumentParser

/// The length of a list.
struct PageOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Largest number of entries. (default: one page of the server)", valueName: "count"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
  }
}
