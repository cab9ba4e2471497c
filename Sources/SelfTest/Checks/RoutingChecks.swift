import CurlClient
import JSONText

extension Check {
  /// Paths, methods and media types.
  static let routing: [Check] = [
    Check("an unknown route returns 404 and names the nearest one") { subject in
      try await subject.get("/screens/hoem").problem(404, naming: ["home"])
      try await subject.get("/screens/welcom").problem(404, naming: ["welcome"])
    },
    Check("a route that is similar to no other returns 404") { subject in
      try await subject.get("/screens/zzzzzzzzzzzzzzzz/qqqqqqqq").problem(404)
    },
    Check("an unknown path returns 404") { subject in
      for path in [
        "/nope", "/screens/_types/ONE_IMAGE", "/screens/..%2fhome", "/health/x", "/screens/a%00", "/%7F",
      ] {
        try await subject.get(path).problem(404)
      }
    },
    Check("a path that cannot be decoded or has dot segments returns 400") { subject in
      let cases = [
        ("/screens/%2", "hexadecimal"), ("/screens/%zz", "hexadecimal"), ("/screens/%C0%AF", "UTF-8"),
        ("/screens/%2e%2E/home", "resolve"), ("/s/%zz", "hexadecimal"),
      ]
      for (path, reason) in cases { try await subject.get(path).problem(400, naming: [reason]) }
    },
    Check("an encoded slash is not a separator: 404, and 400 in a write", need: .adminToken) { subject in
      for path in ["/screens/menu%2Fnoodles", "/screens/home%2Fexplain", "/screens%2Fhome"] {
        try await subject.get(path).problem(404)
      }
      try await subject.admin("GET", "/admin/screens/self-test%2Fslash").problem(404)
      try await subject.admin("PUT", "/admin/screens/self-test%2Fslash", json: ["items": []]).problem(400)
      try await subject.get("/screens/self-test/slash").problem(404)
    },
    Check("two Authorization fields return 400") { subject in
      let fields: [CurlField] = [.init("Authorization", "Bearer a"), .init("Authorization", "Bearer b")]
      for path in ["/admin/screens/home", "/screens/home?version=draft"] {
        try await subject.get(path, fields).problem(400, naming: ["Authorization"])
      }
    },
    Check("an unsupported method returns 405 with Allow") { subject in
      let cases = [
        ("DELETE", "/screens/home", ["get", "head"]), ("PUT", "/screens/home", ["get", "head"]),
        ("POST", "/health", ["get", "head"]), ("POST", "/screens", ["get", "head"]),
        ("DELETE", "/screens/home/explain", ["get", "post"]), ("PUT", "/formats/viewItems", ["get", "head"]),
      ]
      for (method, path, allowed) in cases {
        let response = try await subject.send(method, path)
        try response.problem(405)
        let allow = response.list("Allow")
        try expect(
          "Allow of \(response.about)", Set(allow).isSuperset(of: allowed), "a list with \(allowed)",
          got: "\(allow)")
        try expect(
          "Allow of \(response.about)", !allow.contains(method.lowercased()), "one without \(method)",
          got: "\(allow)")
      }
    },
    Check("an Accept that excludes JSON returns 406") { subject in
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
    Check("a Content-Type on a GET is ignored") { subject in
      for value in ["application/json", "text/html", "no type at all"] {
        try await subject.fetch("/screens/menu", [.init("Content-Type", value)]).expectBody(
          ShippedScreens.menu)
      }
    },
    Check("each of many requests on one connection gets its own response") { subject in
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
    Check("a preflight allows pages of all origins to get a screen") { subject in
      let preflight = [
        CurlField("Origin", "https://app.example"), CurlField("Access-Control-Request-Method", "GET"),
        CurlField("Access-Control-Request-Headers", "screen-user"),
      ]
      for path in ["/screens/home", "/screens/home/explain", "/health", "/view-types", "/formats/screen"] {
        let response = try await subject.send("OPTIONS", path, preflight)
        try expect(
          "status of \(response.about)", [200, 204].contains(response.status), "200 or 204",
          got: response.summary)
        try response.expectOrigin("https://app.example")
        let methods = response.list("Access-Control-Allow-Methods")
        try expect(
          "methods of \(response.about)", methods.contains("get") || methods == ["*"], "GET",
          got: "\(methods)")
        let names = response.list("Access-Control-Allow-Headers")
        try expect(
          "headers of \(response.about)", names.contains("screen-user") || names == ["*"], "Screen-User",
          got: "\(names)")
      }
    },
    Check("pages of other origins can read a response") { subject in
      try await subject.fetch("/screens/home", [.init("Origin", "https://app.example")])
        .expectOrigin("https://app.example")
      try await subject.get("/screens/hoem", [.init("Origin", "https://app.example")])
        .expectOrigin("https://app.example")
    },
    Check("pages of other origins cannot read /admin") { subject in
      let fields = [
        CurlField("Origin", "https://app.example"), CurlField("Access-Control-Request-Method", "PUT"),
      ]
      for response in [
        try await subject.send("OPTIONS", "/admin/screens/home", fields),
        try await subject.admin("GET", "/admin/screens/home", fields),
      ] {
        try expect(
          "Access-Control-Allow-Origin of \(response.about)", response.field("Access-Control-Allow-Origin"),
          is: nil)
      }
    },
  ]
}

extension CheckedResponse {
  fileprivate func expectOrigin(_ origin: String) throws(CheckFailure) {
    let allowed = try require("Access-Control-Allow-Origin")
    try expect(
      "Access-Control-Allow-Origin of \(about)", ["*", origin].contains(allowed), "* or \(origin)",
      got: allowed)
  }
}
