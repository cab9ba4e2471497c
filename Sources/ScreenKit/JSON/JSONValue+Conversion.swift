import Foundation

extension JSONValue {
  /// Creates the JSON value that an `Encodable` value encodes to.
  /// - Throws: `EncodingError` when the value cannot be expressed in JSON.
  public init(encoding value: some Encodable) throws {
    let encoder = JSONEncoder.screenKit
    // Wrapped in an array: older systems refuse a string, number or null as the top-level value.
    let data = try encoder.encode([value])
    self = try JSONDecoder.screenKit.decode([JSONValue].self, from: data).first ?? .null
  }

  /// Decodes the value as a type, such as the content of an item that was unknown to an earlier version of the
  /// app.
  /// - Throws: `DecodingError`.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let data = try JSONEncoder.screenKit.encode([self])
    guard let value = try JSONDecoder.screenKit.decode([Value].self, from: data).first else {
      throw DecodingError.valueNotFound(type, .init(codingPath: [], debugDescription: "the value is missing"))
    }
    return value
  }
}
