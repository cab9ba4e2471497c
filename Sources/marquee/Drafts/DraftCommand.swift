import ArgumentParser

/// `marquee draft`.
struct DraftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draft", abstract: "Work on the next version of a screen before it is published.",
    discussion: """
      EXAMPLE:
        marquee draft put home home.json
        marquee diff home draft
        marquee draft publish home --at 2026-12-24T08:00:00Z
      """,
    subcommands: [DraftShow.self, DraftPut.self, DraftPublish.self, DraftCancel.self, DraftDelete.self])
}
