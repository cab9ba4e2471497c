/// A value, and what went wrong on the way to it.
public struct Decoded<Value: Sendable>: Sendable {
  /// What was decoded.
  public var value: Value
  /// What went wrong on the way, in the order of the JSON.
  public var warnings: [ScreenWarning]

  /// Pairs a value with its warnings.
  public init(value: Value, warnings: [ScreenWarning] = []) {
    self.value = value
    self.warnings = warnings
  }
}

extension Decoded: Equatable where Value: Equatable {}
