import JSONText
import TextTemplate

/// A text with placeholders, such as `Hello, {{user}}`.
struct PlaceholderText: Sendable, Equatable {
  private enum Part: Sendable, Equatable {
    case fixed(String)
    case value(ValuePath)
  }

  private let parts: [Part]

  /// The values that it names, one for each place.
  var names: [ValuePath] { parts.compactMap { if case .value(let path) = $0 { path } else { nil } } }

  /// - Parameter placeholders: those of the endpoint's path.
  /// - Throws: ``ValuePath/SyntaxError`` for a placeholder of nothing.
  init(_ text: String, placeholders: [String]) throws(ValuePath.SyntaxError) {
    var parts: [Part] = []
    for piece in try Self.pieces(of: text) {
      switch piece {
      case .fixed(let text): parts.append(.fixed(text))
      case .placeholder(let name, _):
        guard name.utf8.first != UInt8(ascii: "=") else {
          throw ValuePath.SyntaxError(
            message: "{{\(name)}} is a whole string", hint: "write {{\(name.dropFirst())}} within a text")
        }
        parts.append(.value(try ValuePath(name, placeholders: placeholders)))
      }
    }
    self.parts = parts
  }

  /// The parts of a text, with the placeholders trimmed.
  static func pieces(of text: String) throws(ValuePath.SyntaxError) -> [TemplatePiece] {
    do throws(TemplateError) {
      return try TemplateScanner.pieces(of: text).map { piece in
        guard case .placeholder(let inside, let offset) = piece else { return piece }
        let words = inside.split { $0 == " " || $0 == "\t" }
        return .placeholder(words.joined(separator: " "), offset: offset)
      }
    } catch {
      throw ValuePath.SyntaxError(message: error.message, hint: error.hint)
    }
  }

  /// The text, if it has no placeholders.
  var plain: String? {
    switch parts.count {
    case 0: ""
    case 1: if case .fixed(let text) = parts[0] { text } else { nil }
    default: nil
    }
  }

  /// The text with the values. A missing value is empty, and one that is not a string is its JSON text.
  func text(with values: EndpointValues) -> String {
    parts.map { part in
      switch part {
      case .fixed(let text): return text
      case .value(let path):
        let value = values[path]
        return value?.stringValue ?? value?.text ?? ""
      }
    }.joined()
  }
}

/// A JSON value whose strings can contain placeholders. A string that is only `{{=body.items}}` is replaced by that
/// value.
indirect enum EndpointTemplate: Sendable {
  case plain(JSONValue)
  case value(ValuePath)
  case text(PlaceholderText)
  case array([EndpointTemplate])
  case object([(name: String, value: EndpointTemplate)])

  /// A mistake, and the place of the string that has it.
  struct Mistake: Error {
    var pointer = JSONPointer.root
    let error: ValuePath.SyntaxError
  }

  init(_ value: JSONValue, placeholders: [String], at pointer: JSONPointer, _ mistakes: inout [Mistake]) {
    switch value {
    case .null, .bool, .number: self = .plain(value)
    case .string(let text):
      do throws(ValuePath.SyntaxError) {
        self = try Self.string(text, placeholders: placeholders)
      } catch {
        mistakes.append(Mistake(pointer: pointer, error: error))
        self = .plain(value)
      }
    case .array(let elements):
      let parts = elements.enumerated().map {
        EndpointTemplate($0.element, placeholders: placeholders, at: pointer.appending($0.offset), &mistakes)
      }
      self = parts.allSatisfy(\.isPlain) ? .plain(.array(parts.compactMap(\.plain))) : .array(parts)
    case .object(let object):
      let parts = object.map {
        (
          $0.name,
          EndpointTemplate(
            $0.value, placeholders: placeholders, at: pointer.appending($0.name), &mistakes)
        )
      }
      guard parts.allSatisfy(\.1.isPlain) else {
        self = .object(parts)
        return
      }
      self = .plain(
        .object(parts.reduce(into: JSONObject()) { object, part in object[part.0] = part.1.plain }))
    }
  }

  private static func string(
    _ text: String, placeholders: [String]
  ) throws(ValuePath.SyntaxError) -> EndpointTemplate {
    let pieces = try PlaceholderText.pieces(of: text)
    if pieces.count == 1, case .placeholder(let name, _) = pieces[0], name.utf8.first == UInt8(ascii: "=") {
      let path = name.dropFirst().drop { $0 == " " }
      return .value(try ValuePath(String(path), placeholders: placeholders))
    }
    let text = try PlaceholderText(text, placeholders: placeholders)
    return text.plain.map { .plain(.string($0)) } ?? .text(text)
  }

  /// The values that it names, one for each place.
  var names: [ValuePath] {
    switch self {
    case .plain: []
    case .value(let path): [path]
    case .text(let text): text.names
    case .array(let parts): parts.flatMap(\.names)
    case .object(let parts): parts.flatMap(\.value.names)
    }
  }

  /// The value, if it has no placeholders.
  var plain: JSONValue? { if case .plain(let value) = self { value } else { nil } }
  private var isPlain: Bool { if case .plain = self { true } else { false } }

  /// The value; nil for a value of the request that is missing, which leaves out its member.
  func value(with values: EndpointValues) -> JSONValue? {
    switch self {
    case .plain(let value): value
    case .value(let path): values[path]
    case .text(let text): .string(text.text(with: values))
    case .array(let parts): .array(parts.compactMap { $0.value(with: values) })
    case .object(let parts):
      .object(
        parts.reduce(into: JSONObject()) { object, part in
          if let value = part.value.value(with: values) { object[part.name] = value }
        })
    }
  }
}
