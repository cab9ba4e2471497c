import JSONText
import TextTemplate

/// Invariant: a text is refused with an error offset within it, or it renders as a JSON string, the same for the same
/// seed.
///
/// The first line of an input is the text, the rest is the user.
enum Harness {
  static func run(_ data: [UInt8]) {
    let (first, second) = halves(data)
    let (text, user) = (String(decoding: first, as: UTF8.self), String(decoding: second, as: UTF8.self))
    do throws(TemplateError) {
      let template = try TextTemplate(text)
      let filled = rendered(template, user)
      require(rendered(template, user).hasSameScalars(as: filled), "rendering twice differs")
      let document = try DocumentTemplate(["a": [.string(text)], "b": .string(text)])
      var values = values(user)
      let bytes = document.rendered(with: &values)
      let json = try? JSONParser.parse(bytes, profile: .strict)
      require(json?["a"]?.arrayValue?.first?.stringValue != nil, "a rendered document does not parse")
      if template.isPlain {
        require(!has(filled, user) || has(text, user), "a template without placeholders contains the user")
      }
    } catch {
      require(
        (0..<max(text.utf8.count, 1)).contains(error.offset),
        "the error offset \(error.offset) is outside the text")
    }
  }

  /// Searches bytes, because `String` finds no text that ends within a `Character`.
  private static func has(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    return (0...text.count).contains { text[$0...].starts(with: part) }
  }

  private static func values(_ user: String) -> TemplateValues {
    TemplateValues(user: user, attributes: ["x": .string(user), "o": ["y": 1]], seed: 1) { "now" }
  }

  private static func rendered(_ template: TextTemplate, _ user: String) -> String {
    var values = values(user)
    var bytes: [UInt8] = [0x22]
    template.append(to: &bytes, values: &values)
    bytes.append(0x22)
    let read = (try? JSONParser.parse(bytes, profile: .strict))?.stringValue
    require(read != nil, "\(bytes) is not a JSON string")
    return read ?? ""
  }
}
