import JSONText

/// Invariant: a text that is read and written is the same value when it is read again, one that is refused is refused
/// at a place within it, and every value of a document is found where it stands.
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
      return require(false, "what was written is not read: \(value.text)")
    }
    require(again == value && again.isEquivalent(to: value), "\(value.text) became \(again.text)")
    require(again.serialized() == written, "written in two ways")
    requireNumbers(value)
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(data)
      require(document.value == value, "the strict profile reads something else")
      var left = 64
      requirePlaces(of: value, at: .root, in: document, left: &left)
    } catch {
      require(error.code == .duplicateName, "refused by the strict profile alone: \(error)")
      requireWithin(error, data)
    }
  }

  private static func requireWithin(_ error: JSONSyntaxError, _ data: [UInt8]) {
    let position = error.position
    require((0...data.count).contains(position.offset), "an error beside the text: \(error)")
    require(position.line >= 1 && position.column >= 1, "an error nowhere: \(error)")
    let lines = data.count { $0 == 0x0A || $0 == 0x0D } + 1
    require(position.line <= lines && position.column <= data.count + 1, "beyond the text: \(error)")
    require(!error.message.isEmpty, "an error without a message")
  }

  /// The value begins where its pointer is said to be.
  private static func requirePlaces(
    of value: JSONValue, at pointer: JSONPointer, in document: JSONDocument, left: inout Int
  ) {
    guard left > 0 else { return }
    left -= 1
    require(JSONPointer(pointer.description) == pointer, "pointer \(pointer) is read as another")
    require(pointer.value(in: document.value) == value, "pointer \(pointer) leads elsewhere")
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
    require(expected, "\(pointer) does not begin with \(first)")
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        requirePlaces(of: element, at: pointer.appending(index), in: document, left: &left)
      }
    case .object(let members):
      for member in members {
        let place = pointer.appending(member.name)
        let name = document.position(of: place, at: .name).offset
        require(
          name < document.text.count && document.text[name] == UInt8(ascii: "\""), "no name at \(place)")
        requirePlaces(of: member.value, at: place, in: document, left: &left)
      }
    default: break
    }
  }

  /// Numbers are compared exactly and can be divided, whatever they are.
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
