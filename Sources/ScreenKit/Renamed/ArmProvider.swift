/// Replaced by ``ScreenClient/Options/arm``.
@available(*, deprecated, message: "use ScreenClient.Options.arm, and the parameter arm of setUser")
public protocol ArmProvider: Sendable {
  /// Returns the arm of a screen; nil to let the server assign.
  func arm(of route: String) -> String?
}
