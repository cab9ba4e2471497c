import Foundation

/// How to start a server.
package struct ServerLaunch: Sendable {
  /// The `marquee` program.
  package let executable: String
  /// The folder of screens to serve.
  package var screens: String

  package init(executable: String, screens: String) {
    self.executable = executable
    self.screens = screens
  }

  /// The environment for a server: ours, without what would change its options.
  static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MARQUEE_") }
  }
}
