import JSONText
import TextTemplate

/// Invariant: a text is no template and says where, or is filled so that what is rendered is one JSON string,
/// the same for the same seed.
///
/// The first line of an input is the text, the rest the user.
enum Harness {
  static func run(_ data: [UInt8]) {
    let (first, second) = halves(data)
    let (text, user) = (String(decoding: first, as: UTF8.self), String(decoding: second, as: UTF8.self))
    do throws(TemplateFault) {
      let template = try TextTemplate(text)
      let filled = rendered(template, user)
      require(rendered(template, user).hasSameScalars(as: filled), "twice the same is not the same")
      let document = try DocumentTemplate(["a": [.string(text)], "b": .string(text)])
      var values = values(user)
      let bytes = document.rendered(with: &values)
      let json = try? JSONParser.parse(bytes, profile: .strict)
      require(json?["a"]?.arrayValue?.first?.stringValue != nil, "a document is not read again")
      if template.isPlain {
        require(!filled.contains(user) || text.contains(user), "a plain text has the user")
      }
    } catch {
      require((0..<max(text.utf8.count, 1)).contains(error.offset), "\(error.offset) is beside the text")
    }
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
    require(read != nil, "\(bytes) is no JSON string")
    return read ?? ""
  }
}
