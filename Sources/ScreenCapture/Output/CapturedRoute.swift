import JSONText
import Screens

/// The route of a recorded URL.
enum CapturedRoute {
  /// The path is the route, without `screens/` at its beginning. Characters that a route cannot have become `-`.
  /// - Throws: ``Omission`` if no route can be made.
  static func route(of url: RecordedURL) throws(Omission) -> Route {
    var segments = url.segments
    if segments.count > 1, segments.first == "screens" { segments.removeFirst() }
    if segments.isEmpty { segments = ["index"] }
    var made = segments.map(segment)
    if let last = made.last, Route.reservedWords.contains(last) { made[made.count - 1] = last + "-screen" }
    if made.count > 1, made[made.count - 2] == "items" { made[made.count - 2] = "items-screen" }
    // A folder cannot have the name of another route's file.
    for index in made.indices.dropLast() where made[index].lowercased().hasSuffix(".json") {
      made[index] += "-folder"
    }
    do throws(Route.NameError) {
      return try Route(made.joined(separator: "/"))
    } catch {
      throw Omission("\(error.message)\(error.hint.map { "; \($0)" } ?? "")")
    }
  }

  private static func segment(_ text: String) -> String {
    let bytes = text.utf8.map { Name.isValid("x" + String(UnicodeScalar($0))) ? $0 : UInt8(ascii: "-") }
    let name = bytes.drop { !Name.isValid(String(UnicodeScalar($0))) }
    return String(decoding: name, as: UTF8.self)
  }
}
