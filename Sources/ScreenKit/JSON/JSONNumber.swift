public import Foundation

/// A JSON number, as exactly as Foundation's decoder delivers it.
///
/// Integers of 64 bits and decimal fractions of up to 38 digits are exact; other numbers are a `Double`.
/// Numbers of the same value are equal, as in JSON Schema: `1.0 == 1`.
public struct JSONNumber: Codable, Hashable, Sendable {
  /// The narrowest form that holds the value, so that equal values have equal forms.
  private enum Form: Hashable, Sendable {
    case signed(Int64)
    /// Above `Int64.max`.
    case unsigned(UInt64)
    /// Not an integer of 64 bits.
    case decimal(Decimal)
    /// Beyond the range of `Decimal`.
    case double(Double)
  }

  private let form: Form

  /// Creates a number from an integer.
  public init(_ value: Int64) { form = .signed(value) }

  /// Creates a number from an integer.
  public init(_ value: Int) { form = .signed(Int64(value)) }

  /// Creates a number from an unsigned integer.
  public init(_ value: UInt64) { form = Int64(exactly: value).map(Form.signed) ?? .unsigned(value) }

  /// Creates a number from a decimal value; nil for `Decimal.nan`, which JSON cannot express.
  public init?(_ value: Decimal) {
    guard !value.isNaN else { return nil }
    let text = value.description
    if let whole = Int64(text) {
      form = .signed(whole)
    } else if let whole = UInt64(text) {
      form = .unsigned(whole)
    } else {
      form = .decimal(value)
    }
  }

  /// Creates a number from a floating-point value; nil for infinity and NaN, which JSON cannot express.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    if let whole = Int64(exactly: value) {
      form = .signed(whole)
    } else if let whole = UInt64(exactly: value) {
      form = .unsigned(whole)
    } else if let decimal = Decimal(string: value.description), decimal.description.utf8.count < 40,
      Double(decimal.description) == value
    {
      form = .decimal(decimal)
    } else {
      form = .double(value)
    }
  }

  /// Decodes a JSON number.
  /// - Throws: `DecodingError` when the value is not a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int64.self) {
      form = .signed(value)
    } else if let value = try? container.decode(UInt64.self) {
      form = .unsigned(value)
    } else if let value = try? container.decode(Decimal.self), let number = JSONNumber(value) {
      self = number
    } else if let number = JSONNumber(try container.decode(Double.self)) {
      self = number
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a JSON number")
    }
  }

  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch form {
    case .signed(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    }
  }

  /// The value as an `Int`; nil when it is not an integer or does not fit.
  public var intValue: Int? {
    switch form {
    case .signed(let value): Int(exactly: value)
    case .unsigned, .decimal, .double: nil
    }
  }

  /// The nearest `Double`.
  public var doubleValue: Double {
    switch form {
    case .signed(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .decimal(let value): Double(value.description) ?? .nan
    case .double(let value): value
    }
  }

  /// The value as a `Decimal`; nil when it is out of range.
  public var decimalValue: Decimal? {
    switch form {
    case .signed(let value): Decimal(value)
    case .unsigned(let value): Decimal(value)
    case .decimal(let value): value
    case .double: nil
    }
  }
}

extension JSONNumber: CustomStringConvertible {
  /// The number as JSON text.
  public var description: String {
    switch form {
    case .signed(let value): value.description
    case .unsigned(let value): value.description
    case .decimal(let value): value.description
    case .double(let value): value.description
    }
  }
}
