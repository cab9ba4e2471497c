import Foundation

/// The user that servers run as. PostgreSQL and PgBouncer refuse to run as root: then it is `postgres`, which their
/// packages create.
enum ServerAccount {
  private static let name = "postgres"
  private static let isRoot = geteuid() == 0

  /// A command that replaces itself with a program of the server's user.
  static func command(_ program: URL, _ arguments: [String]) throws -> (program: URL, arguments: [String]) {
    guard isRoot else { return (program, arguments) }
    guard let setpriv = SearchPath.program("setpriv") else {
      throw ProgramFailure(
        description: "setpriv is missing: install util-linux, or run the tests as another user than root")
    }
    let path = program.path(percentEncoded: false)
    return (setpriv, ["--reuid", name, "--regid", name, "--clear-groups", "--", path] + arguments)
  }

  /// Makes a file or a folder the server's own, and closes it to others.
  /// - Parameter mode: its permissions.
  static func takeOver(_ url: URL, mode: Int) throws {
    var attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
    if isRoot {
      attributes[.ownerAccountName] = name
      attributes[.groupOwnerAccountName] = name
    }
    try FileManager.default.setAttributes(attributes, ofItemAtPath: url.path(percentEncoded: false))
  }
}
