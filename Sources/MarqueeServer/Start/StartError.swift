/// Why a server cannot start.
public struct StartError: Error, Sendable, CustomStringConvertible {
  /// A message for people, in one line that names the cause, such as the path of a file or the port.
  public let description: String

  init(_ description: String) { self.description = description }
}
