import Foundation
import JSONText
import TestFolders
import Testing

/// Previews: `/preview`, `/previews` and signed links.
@Suite final class PreviewTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["one", "two"]), to: "screens/home.json")
    try folder.write(#"{"text": "$text1", "style": "headline"}"#, to: "screens/_previews/ONE_LINE_TEXT.json")
  }

  @Test func `a preview is a page without scripts that says what it shows`() throws {
    try FolderServer.run(in: folder) { server in
      let page = try server.get("/preview/home?width=320&theme=dark&dir=rtl&text=150")
      #expect(page.status == 200, "\(page.text)")
      #expect(page.value(of: "Content-Type") == "text/html; charset=utf-8")
      #expect(
        page.value(of: "Content-Security-Policy")
          == "default-src 'none'; img-src 'self' https: http: data:; style-src 'self'; frame-ancestors 'self'; sandbox"
      )
      // In a sandboxed page, 'self' matches nothing in Safari.
      let safari = try server.get(
        "/preview/home",
        fields: [
          (
            "User-Agent",
            "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15"
          )
        ])
      #expect(
        (safari.value(of: "Content-Security-Policy") ?? "")
          .contains("style-src 'self' http://127.0.0.1:8080/preview/_style.css;"))
      #expect(page.value(of: "Referrer-Policy") == "no-referrer")
      #expect(page.value(of: "X-Robots-Tag") == "noindex")
      #expect(page.value(of: "Cache-Control") == "no-store")
      #expect(page.value(of: "Access-Control-Allow-Origin") == nil)
      #expect(page.text.contains(#"<p class="about">home · version 1</p>"#))
      #expect(page.text.contains(#"data-item="one""#), "\(page.text)")
      let style = String(try #require(page.text.firstMatch(of: /href="([^"]*)"/)).output.1)
      let sheet = try server.get(style.replacing("&amp;", with: "&"))
      #expect(sheet.status == 200 && sheet.value(of: "Content-Type") == "text/css; charset=utf-8")
      #expect(sheet.text.contains(".device{inline-size:320px}"))
    }
  }

  @Test(
    arguments: [
      ("width=239", "from 240 to 1280"), ("width=1281", "from 240 to 1280"), ("text=49", "from 50 to 310"),
      ("theme=blue", "light"), ("dir=up", "ltr"), ("at=tomorrow", "RFC 3339"),
      ("annotate=1", "true or false"),
      ("width=300&width=300", "twice"), ("version=x", "not a version"), ("compare=0", "not a version"),
      ("version=1&at=2026-01-01T00:00:00Z", "leave out"),
    ])
  func `a wrong parameter is named`(query: String, expected: String) throws {
    try FolderServer.run(in: folder) { server in
      let response = try server.get("/preview/home?" + query)
      #expect(response.status == 400 && response.text.contains(expected), "\(response.text)")
    }
  }

  @Test func `versions, variants and units choose what is shown`() throws {
    try FolderServer.run(in: folder) { server in
      let body = #"""
        {"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"A"}},{"id":"b","viewType":"ONE_LINE_TEXT","content":{"text1":"B"}}],
        "experiment":{"key":"order","variants":[{"key":"ab"},{"key":"ba","order":["b","a"]}]}}
        """#
      #expect(try server.admin("PUT", "/screens/home", body: body).status == 200)
      func items(_ query: String) throws -> [String] {
        try server.get("/preview/home" + query).text.matches(of: /data-item="([^"]*)"/).map {
          String($0.output.1)
        }
      }
      #expect(try items("") == ["a", "b"])
      #expect(try items("?variant=ba") == ["b", "a"])
      #expect(try items("?version=1") == ["one", "two"])
      #expect(try server.get("/preview/home?variant=ba").text.contains("home · version 2 · variant ba"))
      #expect(try server.get("/preview/home").text.contains("home · version 2 · no variant"))
      for user in ["1", "2", "3", "4"] {
        let variant = try #require(try server.get("/screens/home?user=\(user)").value(of: "Screen-Variant"))
        #expect(try items("?user=\(user)") == (variant == "ba" ? ["b", "a"] : ["a", "b"]))
      }
      #expect(try server.get("/preview/home?variant=none").status == 404)
      #expect(try server.get("/preview/home?version=9").status == 404)
      #expect(try server.get("/preview/hme").status == 404)
      // Previews are no exposures.
      #expect(!(try server.admin("GET", "/experiments/order/results").text.contains(#""units":5"#)))
      let compared = try server.get("/preview/home?version=1&compare=2")
      #expect(compared.text.contains("version 1 beside version 2") && compared.text.contains(">added<"))
    }
  }

  @Test func `a draft and the future need a token or a signed link`() throws {
    try FolderServer.run(in: folder) { server in
      #expect(try server.admin("PUT", "/screens/home/draft", body: Lines.definition(["draft"])).status == 201)
      #expect(try server.get("/preview/home?version=draft").status == 401)
      #expect(
        try server.get("/preview/home?version=draft", fields: [("Authorization", "Bearer wrong")]).status
          == 403)
      let shown = try server.get(
        "/preview/home?version=draft", fields: [("Authorization", "Bearer \(FolderServer.token)")])
      #expect(shown.status == 200 && shown.text.contains(#"data-item="draft""#), "\(shown.text)")
      #expect(shown.text.contains("the draft, not published"))
      #expect(try server.get("/preview/home?compare=draft").status == 401)

      let time = "2999-01-01T00:00:00Z"
      #expect(
        try server.admin("POST", "/screens/home/publish", body: #"{"at":"2998-01-01T00:00:00Z"}"#).status
          < 300)
      #expect(try server.get("/preview/home?at=\(time)").status == 401)
      let bearer = [("Authorization", "Bearer \(FolderServer.token)")].map { (name: $0.0, value: $0.1) }
      let future = try server.get("/preview/home?at=\(time)", fields: bearer)
      #expect(future.text.contains("the scheduled draft") && future.text.contains(#"data-item="draft""#))
      let before = try server.get("/preview/home?at=2997-01-01T00:00:00Z", fields: bearer)
      #expect(before.text.contains(#"data-item="one""#))
      #expect(try server.get("/preview/home?at=2001-01-01T00:00:00Z").status == 404)
    }
  }

  @Test(.bug(id: "F25")) func `a draft with invalid items shows the others, and placeholders`() throws {
    try FolderServer.run(in: folder) { server in
      let bearer = [(name: "Authorization", value: "Bearer \(FolderServer.token)")]
      func preview(_ draft: String, _ query: String = "") throws -> FolderServer.Response {
        #expect(try server.admin("PUT", "/screens/home/draft", body: draft).status < 300)
        return try server.get("/preview/home?version=draft" + query, fields: bearer)
      }
      let good = #"{"id":"good","viewType":"ONE_LINE_TEXT","content":{"text1":"Soup"}}"#
      let bad = #"{"id":"bad","viewType":"ONE_LINE_TEXT","content":{"text":""}}"#
      let twin = #"{"id":"good","viewType":"ONE_LINE_TEXT","content":{"text1":"Twin"}}"#
      let reason = #"bad: not valid yet: ONE_LINE_TEXT needs the member &quot;text1&quot;"#
      for definition in [
        #"{"items":[\#(good),\#(bad)]}"#, #"{"sections":[{"id":"a","items":[\#(bad),\#(good)]}]}"#,
      ] {
        for query in ["", "&annotate=true", "&release=ios/9.9.9"] {
          let shown = try preview(definition, query)
          #expect(shown.status == 200, "\(shown.text)")
          #expect(shown.text.contains(#"data-item="good""#) && shown.text.contains("Soup"))
          #expect(shown.text.contains(#"data-item="bad" data-view-type="ONE_LINE_TEXT""#), "\(shown.text)")
          #expect(shown.text.contains(reason), "\(shown.text)")
        }
      }
      // A variant that orders the items names them all.
      let ordered = try preview(
        #"{"items":[\#(good),\#(bad)],"experiments":[{"key":"k","variants":[{"key":"a","order":["bad","good"]},{"key":"b"}]}]}"#,
        "&variant=a")
      let places = ["bad", "good"].map { ordered.text.range(of: #"data-item="\#($0)""#)?.lowerBound }
      #expect(try #require(places[0]) < #require(places[1]), "\(ordered.text)")
      // An id that is taken is no place for a placeholder.
      #expect(try preview(#"{"items":[\#(good),\#(twin)]}"#).text.contains(#"data-item="invalid-items-1""#))
      // What is wrong outside of the items is not left out.
      let wrong = try preview(#"{"items":[\#(good),\#(bad)],"gate":7}"#)
      #expect(wrong.status == 422 && wrong.text.contains("gate"), "\(wrong.text)")
      // Nothing but the preview takes an invalid draft.
      #expect(try server.get("/screens/home?version=draft", fields: bearer).status == 422)
    }
  }

  @Test func `a future time shows the scheduled change set, unless a draft is published before`() throws {
    try FolderServer.run(in: folder) { server in
      let bearer = [(name: "Authorization", value: "Bearer \(FolderServer.token)")]
      func shown(_ year: Int) throws -> String {
        try server.get("/preview/home?at=\(year)-01-01T00:00:00Z", fields: bearer).text
      }
      try server.makeSet("spring")
      // The set changes the look of the screen, too.
      let template = #"{"column":[{"text":"$text1"},{"text":"seasonal"}]}"#
      #expect(
        try server.inSet("spring", "PUT", "/preview-templates/ONE_LINE_TEXT", body: template).status < 300)
      #expect(
        try server.inSet("spring", "PUT", "/screens/home", body: Lines.definition(["set"])).status == 200)
      #expect(try !shown(2999).contains(#"data-item="set""#))
      let scheduled = try server.admin(
        "POST", "/changesets/spring/publish", body: #"{"at":"2998-06-01T00:00:00Z"}"#)
      #expect(scheduled.status < 300, "\(scheduled.text)")
      #expect(try server.get("/preview/home?at=2999-01-01T00:00:00Z").status == 401)
      let future = try shown(2999)
      #expect(future.contains(#"data-item="set""#) && future.contains("seasonal"))
      #expect(future.contains("the scheduled change set spring, in force at 2999-01-01T00:00:00"))
      let before = try shown(2998)
      #expect(before.contains(#"data-item="one""#) && !before.contains("seasonal"))

      // The draft makes the set conflict, so the set will not be published.
      #expect(try server.admin("PUT", "/screens/home/draft", body: Lines.definition(["draft"])).status == 201)
      let publish = #"{"at":"2998-03-01T00:00:00Z"}"#
      #expect(try server.admin("POST", "/screens/home/publish", body: publish).status < 300)
      #expect(try shown(2999).contains(#"data-item="draft""#))
      // A set that conflicts already is not shown.
      #expect(try server.admin("DELETE", "/screens/home/draft").status < 300)
      #expect(try shown(2999).contains(#"data-item="set""#))
      #expect(try server.admin("PUT", "/screens/home", body: Lines.definition(["between"])).status == 200)
      #expect(try shown(2999).contains(#"data-item="between""#))
    }
  }

  @Test func `a signed link opens what it was made for and nothing else`() throws {
    try FolderServer.run(in: folder) { server in
      #expect(try server.admin("PUT", "/screens/home/draft", body: Lines.definition(["draft"])).status == 201)
      #expect(
        try server.admin("PUT", "/screens/other/draft", body: Lines.definition(["secret"])).status == 201)
      func link(_ body: String) throws -> FolderServer.Response {
        try server.admin("POST", "/previews", body: body)
      }
      let made = try link(#"{"path":"/preview/home?version=draft&theme=dark","expiresIn":120}"#)
      #expect(made.status == 201, "\(made.text)")
      let url = try #require(try JSONParser.parse(made.text)["url"]?.stringValue)
      #expect(url.hasPrefix(server.url + "/preview/home?version=draft&theme=dark&expires="))
      let path = String(url.dropFirst(server.url.count))
      #expect(try server.get(path).status == 200)
      for (old, new) in [
        ("home", "other"), ("dark", "light"), ("expires=", "expires=9"), ("&theme=dark", ""),
      ] {
        let response = try server.get(path.replacing(old, with: new))
        #expect(response.status == 403 && response.text.contains("invalid-link"), "\(new)")
      }
      #expect(try server.get(path + "0").status == 403)
      #expect(try server.get(path + "&width=300").status == 403)
      for body in [
        #"{"path":"/screens/home"}"#, #"{"path":"/preview/"}"#, #"{"path":"/preview/a b"}"#, "{}",
        #"{"path":"/preview/home","expiresIn":59}"#, #"{"path":"/preview/home?signature=1"}"#,
        #"{"path":"/preview/home#x"}"#, #"{"path":7}"#, "[]",
      ] {
        #expect(try link(body).status == 422, "\(body)")
      }
    }
  }

  @Test func `a link of a session opens nothing outside of it`() throws {
    try FolderServer.run(in: folder) { server in
      let (one, other) = (try server.session(), try server.session())
      for session in [one, other] {
        let draft = try server.admin("PUT", "/screens/home/draft", body: Lines.definition(["x"]), in: session)
        #expect(draft.status == 201)
      }
      let made = try server.admin(
        "POST", "/previews", body: #"{"path":"/preview/home?version=draft"}"#, in: one)
      let url = try #require(try JSONParser.parse(made.text)["url"]?.stringValue)
      let path = String(url.dropFirst(server.url.count))
      #expect(path.hasPrefix(one.path + "/preview/"))
      #expect(try server.get(path).status == 200)
      #expect(try server.get(path.replacing(one.path, with: other.path)).status == 403)
      #expect(try server.get(path.replacing(one.path, with: "")).status == 403)
    }
  }

  @Test func `a schema that refers to itself many times has a small sample`() throws {
    let members = (0..<40).map { ##""m\##($0)":{"$ref":"#"}"## }.joined(separator: ",")
    try folder.write(#"{"type":"object","properties":{\#(members)}}"#, to: "screens/_types/FAN.json")
    try FolderServer.run(in: folder) { server in
      let page = try server.get("/previews/FAN/sample")
      #expect(page.status == 200 && page.body.count < 100_000, "\(page.body.count)")
    }
  }

  @Test func `templates are listed, and every view type has a sample`() throws {
    try folder.write(#"{"text": "$text9"}"#, to: "screens/_previews/OTHER.json")
    try FolderServer.run(in: folder) { server in
      #expect(try server.get("/previews").text == #"{"previews":[{"viewType":"ONE_LINE_TEXT"}]}"#)
      #expect(try server.get("/previews/ONE_LINE_TEXT").text == #"{"text":"$text1","style":"headline"}"#)
      let missing = try server.get("/previews/ONE_LINE_TEX")
      #expect(missing.status == 404 && missing.text.contains("did you mean ONE_LINE_TEXT?"))
      let sample = try server.get("/previews/ONE_LINE_TEXT/sample?width=300")
      #expect(sample.status == 200 && sample.text.contains(#"data-view-type="ONE_LINE_TEXT""#))
      let schema =
        #"{"type":"object","properties":{"name":{"type":"string"},"tags":{"type":"array","items":{"enum":["x"]}}}}"#
      #expect(try server.admin("PUT", "/view-types/FRESH", body: schema).status == 201)
      let fresh = try server.get("/previews/FRESH/sample")
      #expect(fresh.text.contains(">name<") && fresh.text.contains(">x<"), "\(fresh.text)")
      #expect(try server.get("/previews/NONE/sample").status == 404)
    }
  }

  @Test(.bug(id: "F26")) func `a preview takes a format that exists`() throws {
    try FolderServer.run(in: folder) { server in
      #expect(try server.get("/preview/home?format=contents").status == 200)
      for path in ["/preview/home", "/previews/ONE_LINE_TEXT/sample"] {
        let refused = try server.get(path + "?format=none")
        #expect(refused.status == 400)
        #expect(
          refused.text.contains(
            #"unknown format \"none\"; the formats are contents, responseData, screen, sections, viewItems"#),
          "\(refused.text)")
      }
    }
  }

  @Test(
    .bug(id: "F27"),
    arguments: [
      ("/preview/nowhere", "no screen has the route"), ("/preview/a%2Fb", "a%2Fb"),
      ("/preview/%zz", "it is not the path of a preview"),
      ("/preview/_style.css", "it is not the path of a preview"),
      ("/preview/home?version=draft", "draft"), ("/preview/home?version=9", "9"),
      ("/preview/home?variant=x", "x"), ("/preview/home?width=1", "from 240 to 1280"),
      ("/preview/home?format=none", "unknown format"), ("/preview/home?compare=7", "7"),
      ("/preview/home?at=2000-01-01T00:00:00Z", "nothing was published"),
    ])
  func `no link is made to what cannot be shown`(path: String, reason: String) throws {
    try FolderServer.run(in: folder) { server in
      let refused = try server.admin("POST", "/previews", body: #"{"path":"\#(path)"}"#)
      #expect(refused.status == 422, "\(refused.text)")
      #expect(refused.text.contains(#""code":"invalid-value","pointer":"/path","line":1,"column":9"#))
      #expect(
        refused.text.contains(#""\"\#(path)\" cannot be shown: "#) && refused.text.contains(reason),
        "\(refused.text)")
    }
  }

  @Test func `If-None-Match: * does not keep what is made for each request`() throws {
    let any = [(name: "If-None-Match", value: "*")]
    try folder.write(
      #"{"template":true,"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"{{user}}"}}]}"#,
      to: "screens/hi.json")
    try FolderServer.run(in: folder) { (server) throws in
      for path in [
        "/preview/home", "/previews/ONE_LINE_TEXT/sample", "/screens/hi?user=1",
        "/screens/home?__chaos=emoji",
      ] {
        #expect(try server.get(path, fields: any).status == 200, "\(path)")
      }
      #expect(try server.get("/screens/home", fields: any).status == 304)
      let draft = Lines.definition(["draft"])
      #expect(try server.admin("PUT", "/screens/home/draft", body: draft).status == 201)
      let token = [(name: "Authorization", value: "Bearer \(FolderServer.token)")]
      #expect(try server.get("/screens/home?version=draft", fields: any + token).status == 200)
    }
  }
}
