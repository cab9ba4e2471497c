package import JSONText
import Screens

/// A recorded response that the server sends as a page of a screen. The server has cursors of its own, so a later page is
/// at the address that the page before names.
package struct CapturedPage: Sendable, Equatable {
  /// From 1.
  package let number: Int
  /// The members in which the page differs from the response, because they lead to other pages or number them.
  package let replaced: [JSONPointer]
  /// The first other difference.
  package let difference: JSONPointer?

  /// What is not as recorded; nil if all is.
  var reason: String? {
    if let difference {
      return
        "at \(quoted(difference.description)): all pages have the number of items of the first one, and its values beside the items"
    }
    guard !replaced.isEmpty else { return nil }
    let places = replaced.map { quoted($0.description) }.joined(separator: ", ")
    return "\(places) \(replaced.count == 1 ? "has" : "have") the server's own text"
  }
}
