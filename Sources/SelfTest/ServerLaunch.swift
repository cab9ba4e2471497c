import Foundation

/// The parameters for starting a server.
package struct ServerLaunch: Sendable {
  /// The `marquee` program.
  package let executable: String
  /// The folder of screens to serve.
  package var screens: String

  package init(executable: String, screens: String) {
    self.executable = executable
    self.screens = screens
  }

  /// The environment of a server: that of this process without the variables of Marquee.
  static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MARQUEE_") }
  }
}
