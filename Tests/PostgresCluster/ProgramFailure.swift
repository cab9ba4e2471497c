/// A program of PostgreSQL, PgBouncer or OpenSSL that did not do its work.
package struct ProgramFailure: Error, CustomStringConvertible {
  /// The name of the program, and its messages.
  package let description: String
}
