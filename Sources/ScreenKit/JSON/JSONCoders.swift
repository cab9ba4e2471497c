public import Foundation

extension JSONDecoder {
  /// A decoder as ScreenKit uses it: dates are RFC 3339, with or without fractions of a second.
  public static var screenKit: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let date = RFC3339.date(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date-time of RFC 3339")
      }
      return date
    }
    return decoder
  }
}

extension JSONEncoder {
  /// An encoder whose output ``Foundation/JSONDecoder/screenKit`` reads back: members sorted by name, dates in RFC 3339.
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
