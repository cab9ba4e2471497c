import Foundation

/// The token of a data folder, made at the first start and kept in a file that only its owner can read.
package enum AdminToken {
  private static let file = "admin-token"

  /// The token that a data folder keeps; nil when there is none that can be read.
  package static func stored(in folder: String) -> String? {
    guard let text = try? String(contentsOfFile: folder + "/" + file, encoding: .utf8) else { return nil }
    let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return token.isEmpty ? nil : token
  }

  /// - Returns: the token, and whether it was made just now.
  static func load(from folder: String) throws(StartError) -> (token: String, isNew: Bool) {
    if let token = stored(in: folder) { return (token, false) }
    let path = folder + "/" + file
    var generator = SystemRandomNumberGenerator()
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    // 32 of 62 letters are 190 bits.
    let token = String((0..<32).map { _ in letters[Int.random(in: letters.indices, using: &generator)] })
    guard
      FileManager.default.createFile(
        atPath: path, contents: Data((token + "\n").utf8), attributes: [.posixPermissions: 0o600])
    else { throw StartError("the admin token cannot be written to \(path)") }
    return (token, true)
  }
}
