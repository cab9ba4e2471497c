import Foundation
import JSONText
import ScreenCodegen
import Testing

@Suite struct InjectionTests {
  /// Texts that would become code if they were printed unescaped.
  private static let texts = [
    "*/ INJECTED()", "x\nINJECTED()", "x\r\nINJECTED()", "x\rINJECTED()", "x\u{2028}INJECTED()",
    "x\u{85}INJECTED()", "x\u{B}INJECTED()", "\u{0}\nINJECTED()", "\"\nINJECTED()\n\"", "\\(INJECTED())",
    "\" + INJECTED() + \"",
    "\"\"\"\nINJECTED()", "`INJECTED`", "`\nINJECTED()", "/*\nINJECTED()", "{}\nINJECTED()\n{",
    "#sourceLocation(file: \"INJECTED\", line: 1)",
    "\u{202E}INJECTED", "; INJECTED()",
    // A slash and the mark after it are one character, and so is U+0D4E and what follows it.
    "*/\u{FF9E} INJECTED()/*\u{FF9E}", "\u{D4E}*/ INJECTED()", "@ts-ignore\u{301} INJECTED()",
  ]

  static func viewTypes() -> [(name: String, schema: JSONValue)] {
    texts.enumerated().map { index, text in
      let words: JSONValue = .string(text)
      return (
        "TYPE_\(index)",
        [
          "title": words, "description": words, "type": "object", "required": [words],
          "properties": .object([
            text: ["type": "string", "title": words, "description": words],
            "choice": ["enum": [words], "description": words],
            "choices": ["oneOf": [["const": words, "title": words, "description": words]]],
            "inner": [
              "type": "object", "title": words, "properties": .object([text: ["$ref": "#/$defs/it"]]),
            ],
            "strange": ["$ref": words], "typed": ["type": words],
            "formatted": ["type": "string", "format": words],
          ]), "$defs": ["it": ["title": words, "type": ["object", "null"]]],
        ]
      )
    } + texts.map { ($0, true) }
  }

  static func contents() -> [(viewType: String, content: JSONValue)] {
    texts.enumerated().map { index, text in
      (
        viewType: "TYPE_\(index)",
        content: JSONValue.object([
          text: .string(text), "choice": .string(text), "choices": .string(text),
          "inner": .object([text: .null]),
        ])
      )
    }
  }

  @Test func `no text of a schema ends a comment of Kotlin or TypeScript`() throws {
    let kotlin = KotlinGenerator(Self.viewTypes(), formats: .shipped, package: .generated, client: .none)
    let typeScript = TypeScriptGenerator(Self.viewTypes(), formats: .shipped, client: .none)
    for file in kotlin.files + typeScript.files {
      for line in file.text.split(separator: "\n") where line.contains("/**") || line.hasPrefix(" *") {
        let scalars = Array(line.unicodeScalars.map(\.value))
        let ends = zip(scalars, scalars.dropFirst()).count { $0 == 0x2A && $1 == 0x2F }
        #expect(ends <= 1, "\(line)")
        if ends == 1 { #expect(scalars.suffix(2) == [0x2A, 0x2F], "\(line)") }
      }
    }
  }

  @Test func `no text of a schema becomes code`() throws {
    let generator = SwiftGenerator(Self.viewTypes())
    for file in generator.files {
      for line in file.text.split(whereSeparator: \.isNewline) where line.contains("INJECTED") {
        let code = line.drop { $0 == " " }
        if code.hasPrefix("///") { continue }
        #expect(!Self.withoutLiterals(code).contains("INJECTED("), "\(line)")
        #expect(!Self.withoutLiterals(code).contains("\\("), "\(line)")
      }
      #expect(!file.text.unicodeScalars.contains { $0.properties.generalCategory == .format })
      #expect(!file.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
  }

  @Test func `source with hostile texts compiles and round-trips`() throws {
    let generator = SwiftGenerator(Self.viewTypes())
    let program = try RoundTripProgram(generator)
    let contents = Self.contents()
    let results = try program.run(contents)
    try #require(results.count == contents.count)
    for (result, content) in zip(results, contents) {
      #expect(
        (try? JSONParser.parse(result))?.isEquivalent(to: content.content) == true, "\(content) \(result)")
    }
    let lint = try Toolchain.lint(program.files)
    #expect(lint.status == 0, "\(lint.output.prefix(4_000))")
  }

  /// Returns a line of source without the content of its string literals. Interpolations stay.
  private static func withoutLiterals(_ line: Substring) -> String {
    var code = ""
    var isLiteral = false
    var isEscaped = false
    for character in line {
      if isLiteral {
        if isEscaped {
          isEscaped = false
          if character == "(" { code += "\\(" }
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isLiteral = false
        }
      } else if character == "\"" {
        isLiteral = true
      } else {
        code.append(character)
      }
    }
    return code
  }
}
