import CurlClient
import JSONText

extension Check {
  /// Previews of screens, and the sessions of the console.
  static let previews: [Check] = [
    Check("a preview is a page without scripts that marks each item") { subject in
      let page = try await subject.fetch("/preview/menu?theme=dark&width=320")
      try expect("Content-Type", page.field("Content-Type"), is: "text/html; charset=utf-8")
      let policy = try page.require("Content-Security-Policy")
      try expect(
        "Content-Security-Policy", policy.contains("default-src 'none'") && policy.contains("sandbox"),
        "default-src 'none' and sandbox", got: policy)
      let text = page.raw.text
      try expect("script in the page", text.contains("<script"), is: false)
      let items = try await subject.fetch("/screens/menu?format=screen").elements("/sections/0/items")
      for item in items {
        let id = item["id"]?.stringValue ?? ""
        try expect("data-item of \(id)", text.contains("data-item=\"\(id)\""), is: true)
      }
      try await subject.get("/preview/menu?width=1").problem(400, naming: ["width"])
      _ = try await subject.fetch("/preview/_style.css?width=320&text=100")
    },
    Check("a draft's preview needs a token or a signed link", need: .adminToken) { subject in
      try await subject.withScreen("previewed", TestScreen.lines(["a"])) { route in
        _ = try await subject.admin("PUT", "/admin/screens/\(route)/draft", json: TestScreen.lines(["b"]))
          .expecting(201)
        let path = "/preview/\(route)?version=draft"
        try await subject.get(path).problem(401)
        _ = try await subject.admin("GET", path).expecting(200)
        let link = try await subject.admin("POST", "/admin/previews", json: ["path": .string(path)])
          .expecting(201)
        let url = try require("url", try link.member("/url").stringValue, got: link.summary)
        try expect("url", url.hasPrefix(subject.baseURL), "one that begins with \(subject.baseURL)", got: url)
        let signed = String(url.dropFirst(subject.baseURL.count))
        _ = try await subject.fetch(signed)
        try await subject.get(signed + "0").problem(403)
        try await subject.get(signed.replacing("version=draft", with: "version=draft&width=400")).problem(403)
      }
    },
    Check("a session of the console writes from its own pages only", need: .adminToken) { subject in
      let token = try require("token", subject.adminToken, got: "none")
      try await subject.send("POST", "/admin/session", body: Array(#"{"token":"wrong"}"#.utf8)).problem(403)
      let signedIn = try await subject.send(
        "POST", "/admin/session", body: JSONValue.object(["token": .string(token)]).serialized()
      ).expecting(204)
      let cookie = try signedIn.require("Set-Cookie")
      try expect(
        "Set-Cookie", cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "HttpOnly and SameSite=Strict", got: cookie)
      let field = CurlField("Cookie", String(cookie.prefix { $0 != ";" }))
      _ = try await subject.fetch("/admin/session", [field])
      let path = "/admin/sessions"
      try await subject.send("POST", path, [field], body: []).problem(403)
      let own = [CurlField("Sec-Fetch-Site", "same-origin"), CurlField("Marquee-Console", "1")]
      _ = try await subject.send("DELETE", "/admin/session", [field] + own).expecting(204)
      try await subject.get("/admin/session", [field]).problem(401)
      try await subject.get("/console/", [CurlField("Host", "elsewhere.example")]).problem(421)
      _ = try await subject.fetch("/console/")
    },
  ]
}
