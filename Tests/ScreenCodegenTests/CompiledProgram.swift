import TestFolders

/// A compiled program. Its folder is deleted together with it.
struct CompiledProgram {
  let folder: TemporaryFolder
  /// The command that runs it, without the place where it begins.
  let prefix: [String]

  /// Returns the command that begins at a class of Kotlin or a module of JavaScript.
  func command(_ main: String) -> [String] {
    main.hasPrefix("/") ? prefix.dropLast() + [(prefix.last ?? "") + main] : prefix + [main]
  }
}
