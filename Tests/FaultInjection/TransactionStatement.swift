/// The effect of an SQL statement on transactions, judged by its words.
enum TransactionStatement: Equatable {
  case begin(isReadOnly: Bool)
  case commit
  case rollback
  /// A statement that writes the store's head, which every change does.
  case headWrite
  case other

  /// - Parameter text: the statement, without a comment before it.
  init(_ text: some StringProtocol) {
    let words = text.uppercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    switch words.first {
    case "BEGIN", "START": self = .begin(isReadOnly: words.contains("ONLY"))
    case "COMMIT", "END": self = words.contains("PREPARED") ? .other : .commit
    case "ROLLBACK", "ABORT":
      self = words.contains { ["TO", "PREPARED"].contains($0) } ? .other : .rollback
    case "UPDATE" where words.contains("MARQUEE_HEAD"): self = .headWrite
    case "WITH" where words.contains("MARQUEE_HEAD"):
      self = words.contains { ["INSERT", "UPDATE", "DELETE", "MERGE"].contains($0) } ? .headWrite : .other
    default: self = .other
    }
  }
}
