public import Foundation

extension JSONDecoder {
  /// A new decoder with ScreenKit's settings: dates are RFC 3339, with or without fractions of a second.
  public static var screenKit: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let date = RFC3339.date(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 date-time")
      }
      return date
    }
    return decoder
  }
}

extension JSONEncoder {
  /// A new encoder whose output `JSONDecoder.screenKit` decodes: members sorted by name, dates in RFC 3339.
  public static var screenKit: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(RFC3339.text(date))
    }
    return encoder
  }
}
