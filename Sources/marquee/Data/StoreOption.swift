import ArgumentParser
import Foundation
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
      "PostgreSQL database in place of a data folder, as a connection string. (MARQUEE_STORE)",
      valueName: "connection"))
  var store: String?

  func validate() throws {
    guard data == nil || store == nil else {
      throw ValidationError("--data and --store name two places; give one")
    }
    if let store { try StoreLocation.requireConnection(store) }
  }

  /// The place. An option wins over a variable, and a database over a folder.
  var location: String {
    let variables = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
    if let store { return store }
    if let data { return data }
    return variables["MARQUEE_STORE"] ?? variables["MARQUEE_DATA"] ?? ".marquee"
  }
}

/// Names of places: data folders and connection strings.
enum StoreLocation {
  static func requireConnection(_ text: String) throws {
    guard Stores.isConnection(text) else {
      throw ValidationError(
        "--store takes a connection string of PostgreSQL, such as postgresql://marquee@db.example/marquee; "
          + "a data folder is --data")
    }
    CommandLineSecrets.hide()
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
