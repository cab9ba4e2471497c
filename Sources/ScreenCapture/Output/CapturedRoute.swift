import JSONText
import Screens

/// The route of a recorded URL.
enum CapturedRoute {
  /// The path is the route, without `screens/` at its beginning. Characters that a route cannot have become `-`, or
  /// the number of their code point if they are not ASCII.
  /// - Throws: ``Omission`` if no route can be made.
  static func route(of url: RecordedURL) throws(Omission) -> Route {
    var segments = url.segments
    if segments.count > 1, segments.first == "screens" { segments.removeFirst() }
    if segments.isEmpty { segments = ["index"] }
    var made: [String] = []
    for text in segments {
      let segment = segment(text)
      guard !segment.isEmpty else {
        throw Omission(
          "no route can be made from \(quoted(text)) in its path; a route needs a letter or a digit in each segment",
          in: "request", "url")
      }
      made.append(segment)
    }
    if let last = made.last, Route.reservedWords.contains(last) { made[made.count - 1] = last + "-screen" }
    if made.count > 1, made[made.count - 2] == "items" { made[made.count - 2] = "items-screen" }
    // A folder cannot have the name of another route's file.
    for index in made.indices.dropLast() where made[index].lowercased().hasSuffix(".json") {
      made[index] += "-folder"
    }
    do throws(Route.NameError) {
      return try Route(made.joined(separator: "/"))
    } catch {
      throw Omission("\(error.message)\(error.hint.map { "; \($0)" } ?? "")", in: "request", "url")
    }
  }

  private static func segment(_ text: String) -> String {
    let characters = text.unicodeScalars.map { scalar in
      Name.isValid("x" + String(scalar))
        ? String(scalar) : scalar.isASCII ? "-" : "u" + String(scalar.value, radix: 16, uppercase: true)
    }
    return String(characters.joined().drop { !Name.isValid(String($0)) })
  }
}
