import ArgumentParser

/// How long a list may be.
struct PageOption: ParsableArguments {
  @Option(help: "How many at most. (default: a page of the server's)")
  var limit: Int?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1") }
  }
}
