/// A write of a test to one screen.
package struct WriteOperation: Sendable {
  package enum Outcome: Hashable, Sendable {
    case acknowledged(version: Int, revision: Int)
    /// A response that promises that nothing was written.
    case refused(status: Int, code: String)
    /// No response, or one that promises nothing.
    case unknown
  }

  package let writer: String
  package let node: String
  package let route: String
  /// The text in the written content that no other write has.
  package let marker: String
  package let started: WriteHistory.Moment
  /// Nil while the write is in progress.
  package internal(set) var ended: WriteHistory.Moment?
  package internal(set) var outcome = Outcome.unknown

  /// The operation in a sentence.
  var name: String { "write “\(marker)” of \(writer) to \(route) on \(node)" }
}
