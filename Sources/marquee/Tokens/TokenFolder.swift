import ArgumentParser
import Foundation
import MarqueeServer
import Screens

/// The tokens of a data folder that no server uses, or of the database of several nodes.
struct TokenFolder: ParsableArguments {
  @Option(
    help: ArgumentHelp("Data folder that no server uses, in place of a server.", valueName: "folder"),
    completion: .directory)
  var data: String?

  @Option(
    help: ArgumentHelp(
      "PostgreSQL database of several nodes, as a connection string, in place of a server.",
      valueName: "connection"))
  var store: String?

  func validate() throws {
    guard data == nil || store == nil else {
      throw ValidationError("--data and --store name two places; give one")
    }
    try StoreLocation.check(folder: data)
    try StoreLocation.check(database: store)
    CommandLineSecrets.hide()
  }

  /// Calls `body` with a publisher of the data folder or database.
  /// - Returns: false without `--data` and `--store`, when the caller has to use a server.
  func use(_ body: (Publisher) throws(ScreensError) -> Void) throws -> Bool {
    guard let location = store ?? data else { return false }
    try Self.reporting {
      let opened = try Stores.openLocation(location)
      defer { opened.close() }
      var problems: [FileProblem] = []
      let publisher = try Publisher(
        store: opened.store, observers: [], clock: { Date().timeIntervalSince1970 },
        problems: &problems)
      try body(publisher)
    }
    return true
  }

  /// The tokens of the place, even if it cannot be written; nil without `--data` and `--store`.
  func tokens() throws -> [AccessToken]? {
    guard let data = store ?? data else { return nil }
    guard !Stores.isConnection(data) else {
      return try Self.reporting { try Stores.read(data).contents().tokens }
    }
    return try Self.reporting {
      // Opened for reading first, because opening for writing would create a missing folder. Only opening for
      // writing detects a server that uses the folder.
      let reader = try Stores.read(data)
      do throws(StoreError) {
        let opened = try Stores.open(data)
        defer { opened.close() }
        return try opened.store.load().tokens
      } catch {
        guard case .readOnly = error else { throw error }
        return try reader.contents().tokens
      }
    }
  }

  /// Reports errors as a line on standard error.
  private static func reporting<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as StoreError {
      let hint = if case .locked = error { "; leave --data out to use that server" } else { "" }
      throw CommandError(error.message + hint).exit
    } catch let error as ScreensError {
      throw CommandError(text(error)).exit
    }
  }

  private static func text(_ error: ScreensError) -> String {
    switch error {
    case .tokenExists(let name): "there is already a token \(quoted(name)); revoke it first"
    case .unknownToken(let name, let nearest):
      "there is no token \(quoted(name))" + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .invalidBody(let diagnostics): diagnostics.kept.first?.text ?? "the request is invalid"
    case .store(let error): error.message
    default: "\(error)"
    }
  }
}
