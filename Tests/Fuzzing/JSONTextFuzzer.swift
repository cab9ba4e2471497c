import JSONText

/// Invariant: a parsed text that is written and parsed again is the same value. A refused text has an error position
/// within it. The position of every value of a document is correct.
enum Harness {
  static func run(_ data: [UInt8]) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(data, maximumDepth: 64)
    } catch {
      return requireWithin(error, data)
    }
    let written = value.serialized()
    guard let again = try? JSONParser.parse(written, profile: .strict) else {
      return require(false, "the written text does not parse: \(value.text)")
    }
    require(again == value && again.isEquivalent(to: value), "\(value.text) became \(again.text)")
    require(again.serialized() == written, "writing again differs")
    requireNumbers(value)
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(data)
      require(document.value == value, "the strict profile parses another value")
      var remaining = 64
      requirePositions(of: value, at: .root, in: document, remaining: &remaining)
    } catch {
      require(error.code == .duplicateName, "refused only by the strict profile: \(error)")
      requireWithin(error, data)
    }
  }

  private static func requireWithin(_ error: JSONSyntaxError, _ data: [UInt8]) {
    let position = error.position
    require((0...data.count).contains(position.offset), "an error position outside the text: \(error)")
    require(position.line >= 1 && position.column >= 1, "an invalid error position: \(error)")
    let lines = data.count { $0 == 0x0A || $0 == 0x0D } + 1
    require(
      position.line <= lines && position.column <= data.count + 1,
      "an error position beyond the text: \(error)")
    require(!error.message.isEmpty, "an error without a message")
  }

  /// Checks the positions of a value and the values in it.
  /// - Parameter remaining: the number of values still to check.
  private static func requirePositions(
    of value: JSONValue, at pointer: JSONPointer, in document: JSONDocument, remaining: inout Int
  ) {
    guard remaining > 0 else { return }
    remaining -= 1
    require(JSONPointer(pointer.description) == pointer, "pointer \(pointer) parses as another")
    require(pointer.value(in: document.value) == value, "pointer \(pointer) finds another value")
    let offset = document.position(of: pointer).offset
    guard offset < document.text.count else { return require(false, "\(pointer) is beyond the text") }
    let first = document.text[offset]
    let expected: Bool =
      switch value {
      case .null: first == UInt8(ascii: "n")
      case .bool(let flag): first == UInt8(ascii: flag ? "t" : "f")
      case .number(let number): first == number.text.utf8.first
      case .string: first == UInt8(ascii: "\"")
      case .array: first == UInt8(ascii: "[")
      case .object: first == UInt8(ascii: "{")
      }
    require(expected, "the value at \(pointer) does not start with \(first)")
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        requirePositions(of: element, at: pointer.appending(index), in: document, remaining: &remaining)
      }
    case .object(let members):
      for member in members {
        let place = pointer.appending(member.name)
        let name = document.position(of: place, at: .name).offset
        require(
          name < document.text.count && document.text[name] == UInt8(ascii: "\""), "no name at \(place)")
        requirePositions(of: member.value, at: place, in: document, remaining: &remaining)
      }
    default: break
    }
  }

  /// Checks that comparing and dividing numbers is consistent.
  private static func requireNumbers(_ value: JSONValue) {
    guard let numbers = value.arrayValue?.prefix(8).compactMap(\.numberValue) else { return }
    for one in numbers {
      if let whole = one.intValue { require(one.isEqual(to: JSONNumber(whole)), "\(one.text) is \(whole)") }
      for other in numbers {
        require(one.compare(to: other) == -other.compare(to: one), "\(one.text), \(other.text)")
        if one.isMultiple(of: other), other.isMultiple(of: one) {
          require(
            one.text.drop { $0 == "-" }.isEmpty || magnitude(one).isEqual(to: magnitude(other)),
            "\(one.text) and \(other.text) divide each other")
        }
      }
    }
  }

  private static func magnitude(_ number: JSONNumber) -> JSONNumber {
    JSONNumber(text: String(number.text.drop { $0 == "-" })) ?? number
  }
}
