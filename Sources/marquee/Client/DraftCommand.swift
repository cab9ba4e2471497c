import ArgumentParser

/// `marquee draft`.
struct DraftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draft", abstract: "Keeps the next version of a screen, until it is published.",
    subcommands: [DraftShow.self, DraftPut.self, DraftPublish.self, DraftCancel.self, DraftDelete.self])
}
