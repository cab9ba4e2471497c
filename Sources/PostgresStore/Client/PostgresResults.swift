/// The results of several statements, in order.
struct PostgresResults: @unchecked Sendable {
  // SAFETY: results are immutable; each has one owner after the connection returned it.

  private let results: [PostgresResult]

  init(_ results: [PostgresResult]) { self.results = results }

  /// The results without the first ones.
  func dropping(_ count: Int) -> PostgresResults { PostgresResults(Array(results.dropFirst(count))) }

  /// The rows of a statement; none for a statement that returns none.
  func rows(_ statement: Int) -> [PostgresRow] {
    results.indices.contains(statement) ? Array(results[statement].rows) : []
  }

  func first(_ statement: Int) -> PostgresRow? {
    results.indices.contains(statement) ? results[statement].first : nil
  }
}
