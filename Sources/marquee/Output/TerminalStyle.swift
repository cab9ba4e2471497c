#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import Foundation

/// The colours of a terminal (ECMA-48 SGR). They are off without a terminal, with `NO_COLOR` (<https://no-color.org>),
/// and with `TERM=dumb`.
struct TerminalStyle {
  let isOn: Bool

  /// The style of standard output.
  static var standardOutput: TerminalStyle { style(of: STDOUT_FILENO) }

  /// The style of standard error.
  static var standardError: TerminalStyle { style(of: STDERR_FILENO) }

  private static func style(of descriptor: Int32) -> TerminalStyle {
    let environment = ProcessInfo.processInfo.environment
    let isWanted = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    return TerminalStyle(isOn: isWanted && isatty(descriptor) == 1)
  }

  func bold(_ text: String) -> String { wrapped(text, "1") }
  func red(_ text: String) -> String { wrapped(text, "1;31") }
  func magenta(_ text: String) -> String { wrapped(text, "1;35") }
  func green(_ text: String) -> String { wrapped(text, "32") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
