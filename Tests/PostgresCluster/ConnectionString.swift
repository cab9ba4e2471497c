import Foundation

/// A connection string of PostgreSQL in the form of a URL.
enum ConnectionString {
  /// A URL, with all parts percent-encoded.
  static func url(
    user: String, password: String?, servers: [(host: String, port: Int)], database: String,
    parameters: [String: String]
  ) -> String {
    let credentials = encoded(user) + (password.map { ":" + encoded($0) } ?? "")
    let addresses = servers.map { "\(encoded($0.host)):\($0.port)" }.joined(separator: ",")
    let query = parameters.sorted { $0.key < $1.key }.map { "\(encoded($0.key))=\(encoded($0.value))" }
    return "postgresql://\(credentials)@\(addresses)/\(encoded(database))"
      + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// Encodes all characters but the unreserved ones (RFC 3986 §2.3).
  private static func encoded(_ text: String) -> String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }
}
