/// What view types are called on the wire: `{"VIDEO": "Video 📺", "GRID": 3}`. Others are called as in definitions.
struct TypeNames: Hashable, Sendable {
  private var texts: [String: String] = [:]
  private var numbers: [String: String] = [:]
  private var sent: [String: String] = [:]

  init() {}

  /// - Parameter value: The object; nil if there is none.
  init(_ value: JSONValue?) throws(ScreenError) {
    guard let value else { return }
    guard case .object(let entries) = value else { throw .malformed("\"viewTypes\" must be an object") }
    for (name, value) in entries {
      switch value {
      case .string(let text):
        texts[text] = name
        sent[name] = text
      case .number(let number):
        numbers[number.description] = name
        sent[name] = number.description
      default: throw .malformed("the name of \"\(name)\" must be a string or a number")
      }
    }
  }

  var isEmpty: Bool { sent.isEmpty }

  /// All names on the wire.
  var all: [String] { Array(sent.values) }

  /// What a view type is called on the wire.
  func wire(_ viewType: String) -> String { sent[viewType] ?? viewType }

  /// The view type of a name on the wire.
  func viewType(_ name: SentName) -> String {
    switch name {
    case .text(let text): texts[text] ?? text
    case .number(let number): numbers[number.description] ?? number.description
    case .member(let text): texts[text] ?? numbers[text] ?? text
    }
  }
}
