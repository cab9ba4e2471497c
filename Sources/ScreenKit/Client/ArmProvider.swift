/// Chooses the arms of screens in the app, instead of the server.
///
/// A client with a provider does not send the user's id. So all users of an arm get a screen under one address, and a
/// cache in front of the server can keep it.
public protocol ArmProvider: Sendable {
  /// The arm of a screen, such as `home-price-first:control`, or `default` for a user in none of its experiments. Nil
  /// leaves the assignment to the server.
  func arm(of route: String) -> String?
}
