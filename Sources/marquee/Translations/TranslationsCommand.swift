import ArgumentParser

/// `marquee translations`.
struct TranslationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "translations", abstract: "Show what is translated, and exchange texts with translators.",
    discussion: """
      The languages stand in screens/_languages.json, and the translations in screens/_translations/. With --server, the \
      commands work on the screens of a server instead.

      EXAMPLES:
        marquee translations status
        marquee translations export --language ko --output ko.xlf
        marquee translations import ko.xlf
      """,
    subcommands: [TranslationsStatus.self, TranslationsExport.self, TranslationsImport.self])
}
