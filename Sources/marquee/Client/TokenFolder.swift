import ArgumentParser
import Foundation
import SQLiteStore
import Screens

/// The tokens of a data folder that no server uses at the time.
struct TokenFolder: ParsableArguments {
  @Option(help: "A data folder that no server uses, in place of a server.")
  var data: String?

  /// Does something with the folder's tokens, if one was named.
  /// - Returns: false when a server is to be asked.
  func use(_ body: (Publisher) throws(ScreensError) -> Void) throws -> Bool {
    guard let data else { return false }
    do {
      let store = try SQLiteStore(folder: data)
      defer { store.close() }
      var problems: [FileProblem] = []
      let publisher = try Publisher(
        store: store, observer: Nobody(), clock: { Date().timeIntervalSince1970 }, problems: &problems)
      try body(publisher)
      return true
    } catch let error as StoreError {
      let hint = if case .locked = error { "; leave --data out to ask its server" } else { "" }
      throw CommandFailure(error.message + hint).exit
    } catch let error as ScreensError {
      throw CommandFailure(Self.text(error)).exit
    }
  }

  private static func text(_ error: ScreensError) -> String {
    switch error {
    case .tokenExists(let name): "a token is named \(quoted(name)) already; revoke it first"
    case .unknownToken(let name, let nearest):
      "no token is named \(quoted(name))" + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .invalidBody(let diagnostics): diagnostics.kept.first?.text ?? "it is refused"
    case .store(let error): error.message
    default: "\(error)"
    }
  }
}

/// Is told of publications where nothing is served.
private struct Nobody: PublicationObserver {
  func didPublish(_ screen: CurrentScreen, catalogue: Catalogue) {}
  func didDelete(_ route: Route, version: Int) {}
  func didChange(_ catalogue: Catalogue, screens: [CurrentScreen]) {}
  func didSchedule(next: Double?) {}
}
