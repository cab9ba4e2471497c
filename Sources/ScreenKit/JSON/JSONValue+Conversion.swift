import Foundation

extension JSONValue {
  /// What a value is in JSON.
  /// - Throws: `EncodingError` when JSON cannot say it.
  public init(encoding value: some Encodable) throws {
    let encoder = JSONEncoder.screenKit
    // In an array, as older systems encode no string, number or null alone.
    let data = try encoder.encode([value])
    self = try JSONDecoder.screenKit.decode([JSONValue].self, from: data).first ?? .null
  }

  /// Reads it as a type, such as an unknown content that the app has learned to read since.
  /// - Throws: `DecodingError`.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let data = try JSONEncoder.screenKit.encode([self])
    guard let value = try JSONDecoder.screenKit.decode([Value].self, from: data).first else {
      throw DecodingError.valueNotFound(type, .init(codingPath: [], debugDescription: "no value"))
    }
    return value
  }
}
