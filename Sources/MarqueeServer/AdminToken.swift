import Foundation

/// The token of a data folder, made at the first start and kept in a file that only its owner can read.
enum AdminToken {
  private static let file = "admin-token"

  /// - Returns: the token, and whether it was made just now.
  static func load(from folder: String) throws(StartError) -> (token: String, isNew: Bool) {
    let path = folder + "/" + file
    if let text = try? String(contentsOfFile: path, encoding: .utf8) {
      let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
      if !token.isEmpty { return (token, false) }
    }
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
