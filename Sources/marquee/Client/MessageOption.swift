import ArgumentParser

/// Why something is published.
struct MessageOption: ParsableArguments {
  @Option(help: "Why, for the history: one line.")
  var message: String?

  func validate() throws {
    guard let message else { return }
    guard !message.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw ValidationError("--message is one line")
    }
  }

  /// The field that carries it.
  var fields: [(name: String, value: String)] { message.map { [("Screen-Message", $0)] } ?? [] }
}
