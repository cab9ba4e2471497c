/// A view type or an id in a response: a text, a number, or the name of a member.
enum SentName {
  case text(String)
  case number(JSONNumber)
  /// The name of a member.
  case member(String)

  var text: String {
    switch self {
    case .text(let text), .member(let text): text
    case .number(let number): number.description
    }
  }
}
