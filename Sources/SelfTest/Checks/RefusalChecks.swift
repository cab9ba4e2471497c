import JSONText

extension Check {
  /// Definitions that are valid JSON and cannot be published.
  static let refusals: [Check] = [
    refusal(
      "an unknown view type",
      """
      { "items": [
        { "viewType": "ONE_LINE_TEXT", "content": { "text1": "칼국수 🍜" } },
        { "viewType": "ONE_LINE_TEXT", "content": { "text1": "x" } },
        { "content": { "text1": "칼국수 🍜" }, "viewType": "THREE_LINE_TEXT" } ] }
      """,
      [
        .init(
          code: "unknown-view-type", pointer: "/items/2/viewType", at: "\"THREE_LINE_TEXT\"",
          hint: "TWO_LINE_TEXT")
      ]),
    refusal(
      "a missing member of a content",
      """
      { "screenName": "칼국수",
        "items": [ { "viewType": "TWO_LINE_TEXT", "content": {"text1": "들깨 칼국수"} } ] }
      """,
      [.init(code: "missing-member", pointer: "/items/0/content", at: "{\"text1\"")]),
    refusal(
      "a missing member of an item",
      """
      {"items":[
      {"content":{"text1":"x"}}]}
      """,
      [.init(code: "missing-member", pointer: "/items/0", at: "{\"content\"")]),
    refusal(
      "a value of the wrong type in a content",
      """
      { "screenName": "국", "items": [ { "viewType": "ONE_LINE_TEXT", "content": { "text1": 8000 } } ] }
      """,
      [.init(code: "wrong-type", pointer: "/items/0/content/text1", at: "8000")]),
    refusal(
      "a value of the wrong type in a definition",
      """
      {"items":
        {"a":1}}
      """,
      [.init(code: "wrong-type", pointer: "/items", at: "{\"a\"")]),
    refusal(
      "an unknown member of a content",
      """
      { "items": [ { "viewType": "ONE_LINE_TEXT",
        "content": { "text1": "국수", "text12": "?" } } ] }
      """,
      [.init(code: "unknown-member", pointer: "/items/0/content/text12", at: "\"text12\"", hint: "text1")]),
    refusal(
      "an unknown member of an item",
      """
      { "items": [ { "viewType": "ONE_LINE_TEXT", "content": { "text1": "x" }, "contents": 1 } ] }
      """,
      [.init(code: "unknown-member", pointer: "/items/0/contents", at: "\"contents\"", hint: "content")]),
    refusal(
      "an unknown member of a definition",
      """
      { "screenname": "x", "items": [] }
      """,
      [.init(code: "unknown-member", pointer: "/screenname", at: "\"screenname\"", hint: "screenName")]),
    refusal(
      "a repeated id",
      """
      { "items": [
        { "id": "same", "viewType": "ONE_LINE_TEXT", "content": { "text1": "x" } },
        { "viewType": "ONE_LINE_TEXT", "content": { "text1": "국" }, "id": "s\\u0061me" } ] }
      """,
      [.init(code: "duplicate-id", pointer: "/items/1/id", at: "\"s\\u0061me\"")]),
    refusal(
      "a change that names an unknown id",
      """
      { "items": [ { "id": "a", "viewType": "ONE_LINE_TEXT", "content": { "text1": "x" } } ],
        "experiment": { "key": "KEY", "variants": [ { "key": "one" },
          { "key": "two", "order": ["a", "bee"] } ] } }
      """,
      [.init(code: "unknown-id", pointer: "/experiment/variants/1/order/1", at: "\"bee\"")]),
    Check("a value that violates its schema is refused at its position", need: .adminToken) { subject in
      let body = """
        { "items": [ { "viewType": "ONE_IMAGE",
            "content": { "url": "not absolute" } } ] }
        """
      try await subject.withScreen("invalid-value", TestScreen.lines(["kept"])) { route in
        try await subject.expectRefusal(
          body, at: route,
          [.init(code: "invalid-value", pointer: "/items/0/content/url", at: "\"not absolute\"")])
      }
    },
    Check("all errors of a definition are reported at once", need: .adminToken) { subject in
      let body = """
        { "screenName": 5,
          "items": [
            { "id": "a", "viewType": "ONE_LINE_TEX", "content": {} },
            { "id": "b", "viewType": "TWO_LINE_TEXT", "content": { "text1": [] } },
            { "id": "b", "viewType": "ONE_LINE_TEXT", "content": { "text1": "x", "text2": "y" } },
            { "id": "c", "content": {} } ] }
        """
      try await subject.withScreen("all-errors", TestScreen.lines(["kept"])) { route in
        try await subject.expectRefusal(
          body, at: route,
          [
            .init(code: "wrong-type", pointer: "/screenName", at: "5"),
            .init(
              code: "unknown-view-type", pointer: "/items/0/viewType", at: "\"ONE_LINE_TEX\"",
              hint: "ONE_LINE_TEXT"),
            .init(code: "missing-member", pointer: "/items/1/content", at: "{ \"text1\": []"),
            .init(code: "wrong-type", pointer: "/items/1/content/text1", at: "[] }"),
            .init(code: "duplicate-id", pointer: "/items/2/id", at: "\"b\", \"viewType\": \"ONE"),
            .init(code: "unknown-member", pointer: "/items/2/content/text2", at: "\"text2\""),
            .init(code: "missing-member", pointer: "/items/3", at: "{ \"id\": \"c\""),
          ])
      }
    },
    Check("at most 100 errors are reported, with their number", need: .adminToken) { subject in
      let items = (0..<150).map { _ in ["viewType": "NO_SUCH_TYPE", "content": [:]] as JSONValue }
      try await subject.withScreen("many-errors", TestScreen.lines(["kept"])) { route in
        let response = try await subject.admin(
          "PUT", "/admin/screens/\(route)", json: ["items": .array(items)])
        let problem = try response.problem(422)
        try expect("number of errors", try response.elements("/errors").count, is: 100)
        let detail = problem["detail"]?.stringValue ?? ""
        try expect("detail", detail.contains("150"), "one that says 150", got: detail)
      }
    },
    Check("an invalid experiment is refused", need: .adminToken) { subject in
      try await subject.withScreen("bad-experiment", TestScreen.lines(["kept"])) { route in
        let changes: [(inout JSONObject) -> Void] = [
          { $0["coverage"] = 2 }, { $0["hashVersion"] = 3 }, { $0["variants"] = [["key": "one"]] },
          { $0["variants"] = [["key": "one"], ["key": "one"]] }, { $0["condition"] = ["plan": ["$no": 1]] },
          { $0["variants"] = [["key": "one", "weight": -1], ["key": "two"]] }, { $0["unheard"] = 1 },
          { $0["key"] = nil }, { $0["status"] = "paused" },
        ]
        for change in changes {
          let definition = TestScreen.experiment(key: subject.experimentKey("bad-experiment"), change)
          let response = try await subject.admin("PUT", "/admin/screens/\(route)", json: definition)
          try expect("status for \(definition.text)", response.status == 422, "422", got: response.summary)
          try expect(
            "errors", try !response.elements("/errors").isEmpty, "one or more", got: response.summary)
        }
        try await subject.expectVersions([1], at: route)
      }
    },
    Check("an invalid route is refused", need: .adminToken) { subject in
      for route in [
        "_hidden", ".hidden", "a/_b", "a//b", "a%20b", "x/explain", String(repeating: "a", count: 201),
      ] {
        let body = TestScreen.lines(["a"]).serialized()
        let response = try await subject.admin("PUT", "/admin/screens/\(route)", body: body)
        try expect(
          "status of \(response.about)", (400...499).contains(response.status), "4xx", got: response.summary)
        try response.problem(response.status)
      }
    },
  ]

  /// A check that a definition is refused with exactly these errors.
  private static func refusal(_ what: String, _ body: String, _ expected: [ExpectedProblem]) -> Check {
    Check("\(what) is refused at its position, and the served screen stays", need: .adminToken) { subject in
      let name = String(what.map { $0.isLetter ? $0 : "-" })
      try await subject.withScreen(name, TestScreen.lines(["kept"])) { route in
        let key = subject.experimentKey(name)
        try await subject.expectRefusal(body.replacing("\"KEY\"", with: "\"\(key)\""), at: route, expected)
      }
    }
  }

  /// Bodies that cannot be parsed.
  static let syntax: [Check] = [
    Check("invalid JSON returns 400 with line and column", need: .adminToken) { subject in
      let cases: [(String, String)] = [
        ("{\n  \"items\": [ oops ]\n}", "oops"), ("{ \"screenName\": \"칼국수\",\n \"items\": [] ] }", "] }"),
        ("{\"items\":[]}\n  trailing", "trailing"), ("{\"items\": [01]}", "1]"),
      ]
      try await subject.withScreen("syntax", TestScreen.lines(["kept"])) { route in
        for (body, at) in cases {
          try await subject.expectRefusal(body, at: route, status: 400, [.init(code: "syntax", at: at)])
        }
      }
    },
    Check("a repeated name is refused at its second occurrence", need: .adminToken) { subject in
      let body = "{\"items\":[],\n  \"screenName\":\"국\", \"items\" :[]}"
      try await subject.withScreen("repeated-name", TestScreen.lines(["kept"])) { route in
        let expected = ExpectedProblem(code: "duplicate-name", at: "\"items\" :")
        try await subject.expectRefusal(body, at: route, status: 400, [expected])
      }
    },
    Check("an empty body and a body that is not UTF-8 return 400", need: .adminToken) { subject in
      try await subject.withScreen("no-text", TestScreen.lines(["kept"])) { route in
        for body in [[], [0x22, 0xFF, 0x22], Array("{".utf8)] as [[UInt8]] {
          try await subject.admin("PUT", "/admin/screens/\(route)", body: body).problem(400)
        }
        try await subject.expectVersions([1], at: route)
      }
    },
    Check("deep nesting is an error and does not end the server", need: .adminToken) { subject in
      try await subject.withScreen("deep", TestScreen.lines(["kept"])) { route in
        let body = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        try await subject.admin("PUT", "/admin/screens/\(route)", body: body).problem(400)
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["kept"]))
      }
    },
  ]
}
