/// Chooses the arms of screens in the app, instead of the server.
///
/// For a screen whose arm the provider chooses, the client does not send the user's id. All users of the arm then
/// request the same URL, so a cache in front of the server can keep the response.
public protocol ArmProvider: Sendable {
  /// Returns the arm of a screen, such as `home-price-first:control`, or `default` for a user in none of its
  /// experiments; nil to let the server assign.
  func arm(of route: String) -> String?
}
