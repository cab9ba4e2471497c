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
      "The place: a PostgreSQL database as a connection string, or a data folder. (MARQUEE_STORE)",
      valueName: "place"), completion: .directory)
  var store: String?

  func validate() throws {
    guard data == nil || store == nil else {
      throw ValidationError("--data and --store name two places; give one")
    }
    CommandLineSecrets.hide()
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
