/// A decoded value with the warnings that decoding raised.
public struct Decoded<Value: Sendable>: Sendable {
  /// The decoded value.
  public var value: Value
  /// The warnings, in the order of the JSON.
  public var warnings: [ScreenWarning]

  /// Creates a result from a value and its warnings.
  public init(value: Value, warnings: [ScreenWarning] = []) {
    self.value = value
    self.warnings = warnings
  }
}

extension Decoded: Equatable where Value: Equatable {}
