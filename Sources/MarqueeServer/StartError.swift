/// Why a server can't start, in one line that names what is at fault.
public struct StartError: Error, Sendable, CustomStringConvertible {
  /// The line.
  public let description: String

  init(_ description: String) { self.description = description }
}
