import AdminTokenFile
import ArgumentParser
import Foundation
import ProgramOutput

/// The server to use, and the token.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Address of the server. (MARQUEE_SERVER, default: http://127.0.0.1:8080)", valueName: "url"))
  var server: String?

  @Option(
    help: """
      Token for the admin API. (MARQUEE_TOKEN or MARQUEE_ADMIN_TOKEN, default: for a server on this machine, the \
      admin token in the data folder MARQUEE_DATA)
      """)
  var token: String?

  func validate() throws {
    _ = try address()
    _ = try givenToken()
  }

  /// The client for the server and the token.
  /// - Throws: `ExitCode` if the data folder's token cannot be used, after an error message.
  func client() throws -> AdminClient {
    let address = try address()
    var token = try givenToken()
    // Never send the data folder's token to another machine.
    if token == nil, address.isLoopback {
      do throws(AdminToken.FileError) {
        token = try AdminToken.stored(in: Self.variable("MARQUEE_DATA") ?? ".marquee") {
          StandardError.write("marquee: \($0)")
        }
      } catch {
        throw CommandError(error.message).exit
      }
    }
    return AdminClient(address: address, token: token)
  }

  private func address() throws -> ServerAddress {
    do throws(ServerAddress.FormatError) {
      return try ServerAddress(server ?? Self.variable("MARQUEE_SERVER") ?? "http://127.0.0.1:8080")
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// The token of the option or of a variable.
  private func givenToken() throws -> String? {
    let token = token ?? Self.variable("MARQUEE_TOKEN") ?? Self.variable("MARQUEE_ADMIN_TOKEN")
    if let token, !AdminToken.isValid(token) {
      throw ValidationError(
        "a token consists of \(AdminToken.rule) (--token, MARQUEE_TOKEN, MARQUEE_ADMIN_TOKEN)")
    }
    return token
  }

  /// The value of an environment variable; nil if it is empty.
  static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
