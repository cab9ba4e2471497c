import ArgumentParser

/// The reason for a publication.
struct MessageOption: ParsableArguments {
  @Option(help: ArgumentHelp("Reason for the change, one line for the history.", valueName: "text"))
  var message: String?

  func validate() throws {
    guard let message else { return }
    guard !message.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw ValidationError("--message must be one line")
    }
  }

  /// The request field with the message.
  var fields: [(name: String, value: String)] { message.map { [("Screen-Message", $0)] } ?? [] }
}
