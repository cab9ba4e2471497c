import JSONText
import TestFolders
import Testing

/// Who changed each text of a translation last.
@Suite struct TranslationAuthorTests {
  @Test func `each unit has the author of its last change, whatever else was published since`() throws {
    let folder = try ScreensFolder()
    try folder.write(Lines.definition(["one", "two", "three"]), to: "screens/home.json")
    try folder.write(
      #"{"default":"en","languages":["en","ko","de"]}"#, to: "screens/_languages.json")
    try FolderServer.run(in: folder) { server in
      var tokens: [String: String] = [:]
      for name in ["kim", "lee"] {
        let made = try server.admin("PUT", "/tokens/\(name)", body: #"{"scope":"publish"}"#)
        tokens[name] = try #require(JSONParser.parse(made.text)["token"]?.stringValue)
      }
      func translate(_ language: String, _ texts: [String: String], by name: String) throws {
        let units = texts.sorted { $0.key < $1.key }.map {
          #"{"item":"\#($0)","at":"/text1","source":"\#($0)","text":"\#($1)"}"#
        }
        let response = try server.admin(
          "PUT", "/screens/home/translations/\(language)",
          body: #"{"units":[\#(units.joined(separator: ","))]}"#, token: try #require(tokens[name]))
        #expect(response.status == 200, "\(response.text)")
      }
      func authors() throws -> [String] {
        let response = try server.admin("GET", "/screens/home/translations/ko?authors=true")
        let json = try JSONParser.parse(response.text)
        #expect(json["units"]?.arrayValue?.isEmpty == false)
        return (json["authors"]?.arrayValue ?? []).map { author in
          let members = ["item", "by"].map { author[$0]?.stringValue ?? "" }
          return (members + [author["version"]?.numberValue?.text ?? ""]).joined(separator: " ")
        }.sorted()
      }
      try translate("ko", ["one": "하나"], by: "kim")
      try translate("ko", ["one": "하나", "two": "둘"], by: "lee")
      #expect(try authors() == ["one kim 2", "two lee 3"])
      // Moves, other screens' texts and other languages change no author.
      let order = #"["two","one","three"]"#
      #expect(try server.admin("PUT", "/screens/home/order", body: order).status == 200)
      try translate("de", ["one": "eins"], by: "kim")
      #expect(try authors() == ["one kim 2", "two lee 3"])
      try translate("ko", ["one": "일", "two": "둘"], by: "lee")
      #expect(try authors() == ["one lee 6", "two lee 3"])
      // Without the parameter nothing is searched.
      #expect(!(try server.admin("GET", "/screens/home/translations/ko").text.contains("authors")))
      // Texts that only look the same are different.
      try translate("ko", ["one": "일", "two": "\u{1103}\u{116E}\u{11AF}"], by: "kim")
      #expect(try authors() == ["one lee 6", "two kim 7"])
      // The 30 newest versions are searched.
      for number in 1...29 { try translate("de", ["one": "eins \(number)"], by: "kim") }
      #expect(try authors() == ["two kim 7"])
      try translate("de", ["one": "eins"], by: "kim")
      #expect(try authors() == [])
    }
  }
}
