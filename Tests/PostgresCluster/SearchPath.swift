import Foundation

/// The folders that programs are searched in: those of `PATH`, and those that it often lacks.
enum SearchPath {
  private static let folders =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    + ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin", "/opt/homebrew/bin"]

  /// The URL of a program; nil if it is not installed.
  static func program(_ name: String) -> URL? {
    folders.lazy.map { URL(filePath: $0, directoryHint: .isDirectory).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }
}
