package import Foundation

/// The programs of an installed PostgreSQL, and PgBouncer.
package struct PostgresPrograms: Sendable {
  /// The variable with the folder of the programs, for a version that is not the newest one.
  private static let folderVariable = "POSTGRES_BIN"

  /// The newest installed version, or that of `POSTGRES_BIN`; nil if PostgreSQL is not installed.
  package static let installed: PostgresPrograms? = {
    if let folder = ProcessInfo.processInfo.environment[folderVariable] {
      return PostgresPrograms(in: URL(filePath: folder, directoryHint: .isDirectory))
    }
    let folders = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap(versionFolders)
    return folders.lazy.compactMap(PostgresPrograms.init(in:)).first
  }()

  /// The folder of the programs.
  package let folder: URL
  /// PgBouncer; nil if it is not installed.
  package let pgBouncer = SearchPath.program("pgbouncer")

  /// Finds the programs in a folder; nil if one is missing.
  package init?(in folder: URL) {
    self.folder = folder
    let names = ["initdb", "pg_basebackup", "pg_isready", "postgres", "psql"]
    guard names.allSatisfy({ FileManager.default.isExecutableFile(atPath: path($0)) }) else { return nil }
  }

  /// The URL of a program.
  package func url(_ name: String) -> URL { folder.appending(path: name) }

  private func path(_ name: String) -> String { url(name).path(percentEncoded: false) }

  /// The folders of programs below a folder of installations, the newest version first. Debian calls an installation
  /// `15`, Homebrew `postgresql@15`.
  private static func versionFolders(_ root: String) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let installations = names.compactMap { name in
      Int(name.hasPrefix("postgresql@") ? String(name.dropFirst(11)) : name).map { ($0, name) }
    }
    return installations.sorted { $0.0 > $1.0 }.map {
      URL(filePath: "\(root)/\($0.1)/bin", directoryHint: .isDirectory)
    }
  }
}
