import Testing

@testable import FaultInjection

@Suite struct TransactionStatementTests {
  @Test(arguments: [
    ("BEGIN", TransactionStatement.begin(isReadOnly: false)),
    ("begin isolation level repeatable read, read only", .begin(isReadOnly: true)),
    ("START TRANSACTION READ WRITE", .begin(isReadOnly: false)),
    ("COMMIT", .commit), (" commit; ", .commit), ("END", .commit), ("COMMIT PREPARED 'a'", .other),
    ("ROLLBACK", .rollback), ("ABORT", .rollback), ("ROLLBACK TO SAVEPOINT a", .other),
    ("UPDATE marquee_head SET revision = 1", .headWrite),
    ("update \"team_a\".\"marquee_head\" set revision = 1", .headWrite),
    ("WITH a AS (UPDATE marquee_head SET revision = 1) SELECT 1", .headWrite),
    ("WITH a AS (SELECT revision FROM marquee_head) SELECT * FROM a", .other),
    ("UPDATE marquee_headline SET a = 1", .other), ("SELECT * FROM marquee_head FOR UPDATE", .other),
    ("COMMITTED", .other), ("", .other),
  ])
  func `words decide`(_ text: String, _ expected: TransactionStatement) {
    #expect(TransactionStatement(text) == expected)
  }
}
