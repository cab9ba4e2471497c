/// An SQL statement with its parameters, which are sent separately and never become part of its text.
///
/// Statements are unnamed, so that they work through poolers that give each transaction another connection.
struct Statement: Sendable {
  let sql: String
  let parameters: [String?]

  init(_ sql: String, _ parameters: [String?] = []) {
    self.sql = sql
    self.parameters = parameters
  }
}
