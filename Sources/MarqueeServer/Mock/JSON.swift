import JSONText

extension Marquee {
  /// A JSON value, written as literals of Swift: `["name": "ann", "tags": ["a", 1, true, nil]]`.
  ///
  /// Members keep their order. If a name is repeated, the last one counts.
  public struct JSON: Sendable, Equatable {
    let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    /// A value from its JSON text (RFC 8259).
    /// - Throws: ``MockError`` with line and column, if it is not JSON.
    public init(text: String) throws(MockError) {
      do throws(JSONSyntaxError) {
        value = try JSONParser.parse(text)
      } catch {
        throw MockError("\(error)")
      }
    }

    /// The compact JSON text.
    public var text: String { value.text }
  }
}

extension Marquee.JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// An object.
  public init(dictionaryLiteral members: (String, Marquee.JSON)...) {
    self.init(.object(members.reduce(into: JSONObject()) { $0[$1.0] = $1.1.value }))
  }

  /// An array.
  public init(arrayLiteral elements: Marquee.JSON...) { self.init(.array(elements.map(\.value))) }

  /// A string.
  public init(stringLiteral text: String) { self.init(.string(text)) }

  /// A whole number.
  public init(integerLiteral number: Int) { self.init(.number(JSONNumber(number))) }

  /// A number. NaN and the infinities, which JSON cannot express, are null.
  public init(floatLiteral number: Double) { self.init(JSONNumber(number).map { .number($0) } ?? .null) }

  /// A boolean.
  public init(booleanLiteral flag: Bool) { self.init(.bool(flag)) }

  /// Null.
  public init(nilLiteral: ()) { self.init(.null) }
}
