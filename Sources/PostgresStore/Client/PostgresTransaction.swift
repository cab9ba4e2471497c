internal import Screens

/// A transaction of several steps.
struct PostgresTransaction {
  private let slot: ConnectionSlot
  private let timeout: Duration

  /// Runs a transaction, which ends when `body` returns.
  /// - Parameters:
  ///   - slot: a connection that nothing else uses. It is closed afterwards.
  ///   - timeout: how long a step may take.
  static func run<Value>(
    _ begin: String, on slot: ConnectionSlot, timeout: Duration,
    _ body: (PostgresTransaction) throws -> Value
  ) throws -> Value {
    let transaction = PostgresTransaction(slot: slot, timeout: timeout)
    // Without a COMMIT, closing the connection rolls back.
    defer { slot.close() }
    _ = try transaction.run([Statement(begin)])
    let value = try body(transaction)
    _ = try transaction.run([Statement("COMMIT")])
    return value
  }

  func run(_ statements: [Statement]) throws(StoreError) -> PostgresResults {
    do throws(PostgresError) {
      return try slot.run(statements, within: timeout)
    } catch {
      throw error.storeError
    }
  }
}
