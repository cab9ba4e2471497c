import CurlClient
import JSONText

extension Check {
  /// Paths, methods and media types.
  static let routing: [Check] = [
    Check("an unknown route is a 404 that names the nearest one") { subject in
      try await subject.get("/screens/hoem").problem(404, naming: ["home"])
      try await subject.get("/screens/welcom").problem(404, naming: ["welcome"])
    },
    Check("a route that is like no other is a 404") { subject in
      try await subject.get("/screens/zzzzzzzzzzzzzzzz/qqqqqqqq").problem(404)
    },
    Check("a path that is none of the API's is a 404") { subject in
      for path in ["/nope", "/screens/_types/ONE_IMAGE", "/screens/..%2fhome", "/health/x"] {
        try await subject.get(path).problem(404)
      }
    },
    Check("a path that cannot be decoded names nothing; one that climbs is refused") { subject in
      let cases = [
        ("/screens/%2", 404, "hexadecimal"), ("/screens/%zz", 404, "hexadecimal"),
        ("/screens/%C0%AF", 404, "UTF-8"), ("/screens/a%00", 404, "control"), ("/%7F", 404, "control"),
        ("/screens/%2e%2E/home", 400, "resolve"),
      ]
      for (path, status, reason) in cases { try await subject.get(path).problem(status, naming: [reason]) }
    },
    Check("another method on a known path is a 405 with Allow") { subject in
      let cases = [
        ("DELETE", "/screens/home", ["get", "head"]), ("PUT", "/screens/home", ["get", "head"]),
        ("POST", "/health", ["get", "head"]), ("POST", "/screens", ["get", "head"]),
        ("DELETE", "/screens/home/explain", ["get", "post"]), ("PUT", "/formats/viewItems", ["get", "head"]),
      ]
      for (method, path, allowed) in cases {
        let answer = try await subject.send(method, path)
        try answer.problem(405)
        let allow = answer.list("Allow")
        try expect(
          "Allow of \(answer.about)", Set(allow).isSuperset(of: allowed), "a list with \(allowed)",
          got: "\(allow)")
        try expect(
          "Allow of \(answer.about)", !allow.contains(method.lowercased()), "one without \(method)",
          got: "\(allow)")
      }
    },
    Check("an Accept that excludes JSON is a 406") { subject in
      for value in ["text/html", "image/*", "application/json;q=0", "application/json;q=0, */*"] {
        try await subject.get("/screens/home", [.init("Accept", value)]).problem(406)
      }
    },
    Check("an Accept that includes JSON is served") { subject in
      let cases = [
        "*/*", "application/*", "application/json", "text/html, application/json;q=0.1",
        "text/html,*/*;q=0.8",
        "APPLICATION/JSON",
      ]
      for value in cases {
        _ = try await subject.fetch("/screens/home", [.init("Accept", value)])
      }
    },
    Check("a Content-Type on a GET means nothing") { subject in
      for value in ["application/json", "text/html", "no type at all"] {
        try await subject.fetch("/screens/menu", [.init("Content-Type", value)]).expectBody(
          ShippedScreens.menu)
      }
    },
    Check("many requests over one connection get each their own answer") { subject in
      for _ in 0..<50 {
        for name in ["menu", "welcome"] {
          let expected = name == "menu" ? ShippedScreens.menu : ShippedScreens.welcome
          try await subject.fetch("/screens/\(name)").expectBody(expected)
        }
      }
    },
  ]

  /// CORS (Fetch standard), for apps in a browser.
  static let crossOrigin: [Check] = [
    Check("a preflight allows a page of any origin to GET a screen") { subject in
      let preflight = [
        CurlField("Origin", "https://app.example"), CurlField("Access-Control-Request-Method", "GET"),
        CurlField("Access-Control-Request-Headers", "screen-user"),
      ]
      for path in ["/screens/home", "/screens/home/explain", "/health", "/view-types", "/formats/screen"] {
        let answer = try await subject.send("OPTIONS", path, preflight)
        try expect(
          "status of \(answer.about)", [200, 204].contains(answer.status), "200 or 204", got: answer.summary)
        try answer.expectOrigin("https://app.example")
        let methods = answer.list("Access-Control-Allow-Methods")
        try expect(
          "methods of \(answer.about)", methods.contains("get") || methods == ["*"], "GET", got: "\(methods)")
        let names = answer.list("Access-Control-Allow-Headers")
        try expect(
          "headers of \(answer.about)", names.contains("screen-user") || names == ["*"], "Screen-User",
          got: "\(names)")
      }
    },
    Check("an answer may be read by a page of another origin") { subject in
      try await subject.fetch("/screens/home", [.init("Origin", "https://app.example")])
        .expectOrigin("https://app.example")
      try await subject.get("/screens/hoem", [.init("Origin", "https://app.example")])
        .expectOrigin("https://app.example")
    },
    Check("nothing under /admin may be read by a page of another origin") { subject in
      let fields = [
        CurlField("Origin", "https://app.example"), CurlField("Access-Control-Request-Method", "PUT"),
      ]
      for answer in [
        try await subject.send("OPTIONS", "/admin/screens/home", fields),
        try await subject.admin("GET", "/admin/screens/home", fields),
      ] {
        try expect(
          "Access-Control-Allow-Origin of \(answer.about)", answer.field("Access-Control-Allow-Origin"),
          is: nil)
      }
    },
  ]
}

extension Answer {
  fileprivate func expectOrigin(_ origin: String) throws(CheckFailure) {
    let allowed = try require("Access-Control-Allow-Origin")
    try expect(
      "Access-Control-Allow-Origin of \(about)", ["*", origin].contains(allowed), "* or \(origin)",
      got: allowed)
  }
}
