import ArgumentParser
import MarqueeServer
import Screens

/// The place of a command that needs no server: a data folder, or a database that several nodes share.
struct StoreOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The data folder. (MARQUEE_DATA, default: .marquee)", valueName: "folder"),
    completion: .directory)
  var data: String?

  @Option(
    help: ArgumentHelp(
      "PostgreSQL database of several nodes, as a connection string, in place of a data folder. (MARQUEE_STORE)",
      valueName: "connection"))
  var store: String?

  func validate() throws {
    guard data == nil || store == nil else {
      throw ValidationError("--data and --store name two places; give one")
    }
    try StoreLocation.check(folder: data ?? variable("MARQUEE_DATA"))
    try StoreLocation.check(database: store ?? variable("MARQUEE_STORE"))
    CommandLineSecrets.hide()
  }

  /// The place. An option wins over a variable, and a database over a folder.
  var location: String {
    store ?? data ?? variable("MARQUEE_STORE") ?? variable("MARQUEE_DATA") ?? ".marquee"
  }

  private func variable(_ name: String) -> String? { ConnectionOptions.variable(name) }
}

/// Names of places: data folders and connection strings.
enum StoreLocation {
  /// - Throws: `ValidationError` for the value of `--store` that is no connection string.
  static func check(database: String?) throws {
    guard let database, !Stores.isConnection(database) else { return }
    throw ValidationError(
      "--store is a connection string of PostgreSQL, such as postgresql://marquee@db.example/marquee; "
        + "a data folder is --data (MARQUEE_STORE)")
  }

  /// - Throws: `ValidationError` for the value of `--data` that is a connection string.
  static func check(folder: String?) throws {
    guard let folder, Stores.isConnection(folder) else { return }
    throw ValidationError("--data is a folder, not \(name(folder)); a database is --store (MARQUEE_DATA)")
  }

  /// The name of a place in messages, without the password of a connection string.
  static func name(_ location: String) -> String {
    guard Stores.isConnection(location) else { return printable(location) }
    var bytes = Array(location.utf8)
    for range in CommandLineSecrets.passwords(in: bytes).reversed() {
      bytes.replaceSubrange(range, with: Array("***".utf8))
    }
    return printable(String(decoding: bytes, as: UTF8.self))
  }
}
