import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Screens in several languages: `_languages.json` and `_translations/`.
@Suite final class LanguageTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(
      #"{"type":"object","properties":{"text":{"type":"string","x-meaning":"text","maxLength":20},"to":{"type":"string","x-meaning":"route"}}}"#,
      to: "screens/_types/LINE.json")
    try folder.write(
      #"{"default":"en","languages":["en","ko","pt-BR","ar"],"fallbacks":{"pt-BR":["pt-PT"]}}"#,
      to: "screens/_languages.json")
    try folder.write(Self.screen("Today"), to: "screens/home.json")
    try folder.write(Self.units(("Today", "오늘")), to: "screens/_translations/ko/home.json")
    try folder.write(Self.units(("Today", "Hoje")), to: "screens/_translations/pt-PT/home.json")
    try folder.write(Self.screen("Alone"), to: "screens/alone.json")
  }

  private static func screen(_ text: String, more: String = "") -> String {
    #"{"screenName":"Start","items":[{"id":"title","viewType":"LINE","content":{"text":"\#(text)"}}\#(more)]}"#
  }

  private static func units(_ units: (source: String, text: String)...) -> String {
    let list = units.map { #"{"item":"title","at":"/text","source":"\#($0.source)","text":"\#($0.text)"}"# }
    return #"{"units":[\#(list.joined(separator: ","))]}"#
  }

  /// The text of the first item.
  private func text(
    _ server: Server, _ path: String = "/screens/home", _ languages: String? = nil
  ) async throws -> String? {
    let fields = languages.map { [CurlField("Accept-Language", $0)] } ?? []
    let answer = try await server.get(path, fields: fields)
    let items = try JSONParser.parse(answer.text)["viewItems"]?.arrayValue
    return items?.first?["viewObject"]?["text"]?.stringValue
  }

  @Test func `each request gets its language, text by text`() async throws {
    try await Server.run(in: folder) { server in
      #expect(try await text(server) == "Today")
      #expect(try await text(server, "/screens/home", "ko-KR, en;q=0.5") == "오늘")
      #expect(try await text(server, "/screens/home", "pt-BR") == "Hoje")
      #expect(try await text(server, "/screens/home", "ar") == "Today")
      #expect(try await text(server, "/screens/home?locale=ko_KR&user=7", "ar") == "오늘")
      let korean = try await server.get("/screens/home", fields: [CurlField("Accept-Language", "ko")])
      #expect(korean.value(of: "Content-Language") == "ko")
      #expect(korean.value(of: "Vary")?.contains("Accept-Language") == true)
      let tag = try #require(korean.value(of: "ETag"))
      let same = [CurlField("Accept-Language", "ko"), CurlField("If-None-Match", tag)]
      let again = try await server.get("/screens/home", fields: same)
      #expect(again.status == 304 && again.value(of: "Content-Language") == "ko")
      let other = [CurlField("Accept-Language", "en"), CurlField("If-None-Match", tag)]
      #expect(try await server.get("/screens/home", fields: other).status == 200)
      #expect(try await server.get("/screens/home").value(of: "Content-Language") == "en")
      // A screen without any translation has no language.
      let alone = try await server.get("/screens/alone", fields: [CurlField("Accept-Language", "ko")])
      #expect(alone.value(of: "Content-Language") == nil)
      #expect(alone.value(of: "Vary")?.contains("Accept-Language") == false)
    }
  }

  @Test func `an arm and its content have the language`() async throws {
    try await Server.run(in: folder) { server in
      let arm = try await server.get("/screens/home/arm", fields: [CurlField("Accept-Language", "ko")])
      let url = try #require(try JSONParser.parse(arm.text)["url"]?.stringValue)
      #expect(url.contains("&locale=ko&") && arm.value(of: "Content-Language") == "ko")
      let content = try await server.get(url)
      #expect(content.value(of: "Cache-Control")?.contains("immutable") == true)
      // A cache that follows Vary keeps one object for each language, not for each spelling of Accept-Language.
      #expect(content.value(of: "Vary") == "Accept-Encoding")
      #expect(content.text.contains("오늘"))
    }
  }

  @Test func `pages go on in the language of the first one`() async throws {
    let items = (0..<3).map { #"{"id":"i\#($0)","viewType":"LINE","content":{"text":"Line \#($0)"}}"# }
    try folder.write(
      #"{"pages":{"size":2},"items":[\#(items.joined(separator: ","))]}"#, to: "screens/list.json")
    try folder.write(
      #"{"units":[{"item":"i2","at":"/text","source":"Line 2","text":"둘째 줄"}]}"#,
      to: "screens/_translations/ko/list.json")
    try await Server.run(in: folder) { server in
      let first = try await server.get("/screens/list", fields: [CurlField("Accept-Language", "ko")])
      let link = try #require(first.value(of: "Link"))
      let next = try #require(link.split(separator: ">").first.map { String($0.dropFirst()) })
      #expect(try await server.get(next).text.contains("둘째 줄"))
    }
  }

  @Test func `a translation is a version of its screen, and a changed source makes it stale`() async throws {
    try await Server.run(in: folder) { server in
      let path = "/screens/home/translations/ar"
      let set = try await server.admin("PUT", path, body: Self.units(("Today", "اليوم")))
      #expect(try JSONParser.parse(set.text)["version"] == 2)
      #expect(try await text(server, "/screens/home", "ar") == "اليوم")
      #expect(try await text(server, "/screens/home", "ko") == "오늘")
      #expect(try await server.admin("GET", path).text == Self.units(("Today", "اليوم")))
      let versions = try await server.admin("GET", "/screens/home/versions").text
      #expect(versions.contains(#""via":"translation""#))
      // The definition is sent without translations, and keeps them.
      let moved = Self.screen("Today", more: #",{"id":"last","viewType":"LINE","content":{}}"#)
      #expect(try await server.admin("PUT", "/screens/home", body: moved).status == 200)
      #expect(try await text(server, "/screens/home", "ar") == "اليوم")
      let changed = try await server.admin("PUT", "/screens/home", body: Self.screen("Tonight"))
      let warnings = try #require(try JSONParser.parse(changed.text)["warnings"]?.arrayValue)
      #expect(
        warnings.contains {
          $0["language"] == "ko" && $0["item"] == "title" && $0["at"] == "/text"
            && $0["code"] == "stale-translation"
        })
      #expect(try await text(server, "/screens/home", "ar") == "Tonight")
      let stale = try await server.admin("GET", "/translations?language=ar&state=stale")
      let texts = try #require(try JSONParser.parse(stale.text)["texts"]?.arrayValue)
      #expect(texts.count == 1 && texts.first?["staleSource"] == "Today")
      let back = try await server.admin("POST", "/screens/home/rollback", body: #"{"version":2}"#)
      #expect(back.status == 200)
      #expect(try await text(server, "/screens/home", "ar") == "اليوم")
      #expect(try await text(server, "/screens/home?version=1", "ar") == "Today")
    }
  }

  @Test func `a text that breaks the schema and an unknown language are refused`() async throws {
    try await Server.run(in: folder) { server in
      let long = try await server.admin(
        "PUT", "/screens/home/translations/ko", body: Self.units(("Today", "far more than twenty characters"))
      )
      #expect(long.status == 422 && long.text.contains(#""pointer":"/units/0/text""#))
      // Of two units of one place, the one of the present source is meant.
      let second = try await server.admin(
        "PUT", "/screens/home/translations/ko",
        body: Self.units(("Yesterday", "어제"), ("Today", "far more than twenty characters")))
      #expect(second.status == 422 && second.text.contains(#""pointer":"/units/1/text""#), "\(second.text)")
      #expect(try await server.admin("GET", "/screens/home/translations/fr").status == 404)
      let nowhere = try await server.admin(
        "PUT", "/screens/home/translations/ko",
        body: #"{"units":[{"item":"gone","at":"/text","source":"a","text":"b"}]}"#)
      #expect(nowhere.status == 200 && nowhere.text.contains("unused-translation"))
    }
  }

  @Test func `a rule about several texts is a rule about their translations`() async throws {
    try folder.write(
      #"{"type":"object","properties":{"tags":{"type":"array","uniqueItems":true,"items":{"type":"string","x-meaning":"text"}}}}"#,
      to: "screens/_types/TAGS.json")
    try folder.write(
      #"{"items":[{"id":"tags","viewType":"TAGS","content":{"tags":["Hot","Spicy"]}}]}"#,
      to: "screens/tags.json")
    func units(_ hot: String, _ spicy: String) -> String {
      #"{"units":[{"item":"tags","at":"/tags/0","source":"Hot","text":"\#(hot)"},"#
        + #"{"item":"tags","at":"/tags/1","source":"Spicy","text":"\#(spicy)"}]}"#
    }
    try await Server.run(in: folder) { server in
      let same = try await server.admin(
        "PUT", "/screens/tags/translations/ko", body: units("매운", "매운"))
      #expect(same.status == 422 && same.text.contains(#""pointer":"/units/0/text""#), "\(same.text)")
      #expect(
        try await server.admin("PUT", "/screens/tags/translations/ko", body: units("뜨거운", "매운")).status == 200
      )
      let other = try await server.admin("GET", "/translations?language=ko&route=tags")
      let texts = try JSONParser.parse(other.text)["texts"]?.arrayValue
      #expect(texts?.count == 2 && texts?.allSatisfy { $0["route"] == "tags" } == true)
      #expect(try await server.admin("GET", "/translations?route=nothing").status == 404)
      #expect(try await server.admin("GET", "/translations?route=..").status == 400)
      let fallback = try await server.admin("GET", "/translations?language=pt-PT&state=translated")
      #expect(fallback.text.contains("Hoje"))
    }
  }

  @Test func `a kept translation fits the schema, too`() async throws {
    try await Server.run(in: folder) { server in
      let short =
        #"{"type":"object","properties":{"text":{"type":"string","x-meaning":"text","maxLength":5}}}"#
      #expect(
        try await server.admin(
          "PUT", "/screens/home/translations/ar", body: Self.units(("Today", "خلال هذا اليوم"))
        ).status == 200)
      let changed = try await server.admin("PUT", "/view-types/LINE", body: short)
      #expect(changed.status == 409 && changed.text.contains("/translations/ar/units/0/text"))
      #expect(try await server.admin("PUT", "/view-types/SHORT", body: short).status == 201)
      let other = Self.screen("Today").replacingOccurrences(of: "LINE", with: "SHORT")
      let refused = try await server.admin("PUT", "/screens/home", body: other)
      #expect(refused.status == 422 && refused.text.contains("into ar does not fit"))
      #expect(try await text(server, "/screens/home", "ar") == "خلال هذا اليوم")
    }
  }

  @Test func `a rollback brings back that there were no translations`() async throws {
    try await Server.run(in: folder) { server in
      let set = try await server.admin(
        "PUT", "/screens/alone/translations/ko",
        body: #"{"units":[{"item":"title","at":"/text","source":"Alone","text":"혼자"}]}"#)
      #expect(set.status == 200)
      #expect(try await text(server, "/screens/alone", "ko") == "혼자")
      let back = try await server.admin("POST", "/screens/alone/rollback", body: #"{"version":1}"#)
      #expect(try JSONParser.parse(back.text)["version"] == 3)
      #expect(try await text(server, "/screens/alone", "ko") == "Alone")
    }
  }

  @Test func `a session serves its own screens in each language`() async throws {
    try folder.write(
      #"{"units":[{"item":"title","at":"/text","source":"Alone","text":"혼자"}]}"#,
      to: "screens/_translations/ko/alone.json")
    try await Server.run(in: folder) { server in
      #expect(try await text(server, "/screens/home", "ko") == "오늘")
      #expect(try await text(server, "/screens/alone", "ko") == "혼자")
      for _ in 0..<2 {
        let session = try await server.session()
        let put = try await server.admin(
          "PUT", "/screens/alone/translations/ko",
          body: #"{"units":[{"item":"title","at":"/text","source":"Alone","text":"홀로"}]}"#, in: session)
        #expect(put.status == 200)
        #expect(try await text(server, session.path + "/screens/alone", "ko") == "홀로")
        #expect(try await text(server, session.path + "/screens/home", "ko") == "오늘")
      }
      #expect(try await text(server, "/screens/home", "ko") == "오늘")
      #expect(try await text(server, "/screens/alone", "ko") == "혼자")
    }
  }

  @Test func `gates refuse what is left untranslated, and links to nowhere`() async throws {
    try folder.write(
      #"{"default":"en","languages":["en","ko"],"gate":"refuse"}"#, to: "screens/_languages.json")
    try folder.write(#"{"patterns":["app/*"],"gate":"refuse"}"#, to: "screens/_links.json")
    try folder.delete("screens/_translations/pt-PT/home.json")
    try folder.delete("screens/alone.json")
    let name = #"{"at":"/screenName","source":"Start","text":"시작"}"#
    let title = #"{"item":"title","at":"/text","source":"Today","text":"오늘"}"#
    try folder.write(#"{"units":[\#(name),\#(title)]}"#, to: "screens/_translations/ko/home.json")
    try await Server.run(in: folder) { server in
      #expect(try await text(server, "/screens/home", "ko") == "오늘")
      let changed = try await server.admin("PUT", "/screens/home", body: Self.screen("Tonight"))
      #expect(changed.status == 409 && changed.text.contains("/problems/untranslated"))
      #expect(changed.text.contains(#""code":"stale-translation""#))
      func linking(to target: String) -> String {
        Self.screen("Today").replacingOccurrences(of: #""text":"#, with: #""to":"\#(target)","text":"#)
      }
      let lost = try await server.admin("PUT", "/screens/home", body: linking(to: "hme"))
      #expect(lost.status == 409 && lost.text.contains("/problems/leads-nowhere"))
      #expect(lost.text.contains("did you mean home?"))
      for target in ["home", "app/cart"] {
        #expect(try await server.admin("PUT", "/screens/home", body: linking(to: target)).status == 200)
      }
      // Nothing links to it yet.
      #expect(try await server.admin("PUT", "/screens/empty", body: #"{"items":[]}"#).status == 201)
      #expect(try await server.admin("PUT", "/screens/home", body: linking(to: "empty")).status == 200)
      let deleted = try await server.admin("DELETE", "/screens/empty")
      #expect(deleted.status == 409 && deleted.text.contains("leads-nowhere"))
    }
  }

  @Test func `previews show languages, and pseudo languages of any screen`() async throws {
    try await Server.run(in: folder) { server in
      let korean = try await server.get("/preview/home?locale=ko").text
      #expect(korean.contains("오늘") && korean.contains(#"lang="ko""#) && korean.contains(#"dir="ltr""#))
      let accented = try await server.get("/preview/alone?locale=en-XA").text
      #expect(accented.contains("[Åļöñé one]"))
      let mirrored = try await server.get("/preview/alone?locale=ar-XB").text
      #expect(mirrored.contains(#"dir="rtl""#) && mirrored.contains("\u{202E}Alone\u{202C}"))
      #expect(try await server.get("/preview/home?locale=k%20o").status == 400)
    }
  }

  @Test func `a changed file of translations is published`() async throws {
    try await Server.run(in: folder, ["--watch"]) { server in
      #expect(try await text(server, "/screens/home", "ko") == "오늘")
      try folder.write(Self.units(("Today", "금일")), to: "screens/_translations/ko/home.json")
      try await server.wait(for: "translation") { server in
        try await self.text(server, "/screens/home", "ko") == "금일"
      }
    }
  }
}
