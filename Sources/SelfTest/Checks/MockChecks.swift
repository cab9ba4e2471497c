import CurlClient
import JSONText

extension Check {
  /// Effects of the mock, by a request, a rule or a scenario.
  static let mock: [Check] = [
    Check("a request sets the status by a field or by the query") { subject in
      for (path, fields, preference) in [
        ("/screens/home?__status=503", [], nil),
        ("/screens/home", [CurlField("Prefer", "status=503")], "status=503"),
      ] as [(String, [CurlField], String?)] {
        let response = try await subject.get(path, fields)
        try response.problem(503)
        try expect("Mock-Applied of \(response.about)", response.field("Mock-Applied"), is: "request")
        try expect("Preference-Applied", response.field("Preference-Applied"), is: preference)
        try expect("Access-Control-Allow-Origin", response.field("Access-Control-Allow-Origin"), is: "*")
      }
      let plain = try await subject.fetch("/screens/home")
      try expect("Mock-Applied of \(plain.about)", plain.field("Mock-Applied"), is: nil)
    },
    Check("a request sets a delay and gets the same bytes later") { subject in
      let plain = try await subject.fetch("/screens/menu")
      for value in ["120", "120..140"] {
        let start = ContinuousClock.now
        let response = try await subject.fetch("/screens/menu?__delay=\(value)")
        let time = ContinuousClock.now - start
        try expect("time of \(response.about)", time >= .milliseconds(119), "119 ms or more", got: "\(time)")
        try expect("body of \(response.about)", response.body, is: plain.body)
      }
    },
    Check("a throttled body is complete in the end") { subject in
      let plain = try await subject.fetch("/screens/menu")
      let start = ContinuousClock.now
      let rate = plain.body.count * 5
      let response = try await subject.fetch("/screens/menu?__bytes-per-second=\(rate)")
      let time = ContinuousClock.now - start
      try expect(
        "time of \(response.about)", time >= .milliseconds(90), "a fifth of a second", got: "\(time)")
      try expect("body of \(response.about)", response.body, is: plain.body)
    },
    Check("a client sees each fault of the connection") { subject in
      // CURLcodes: got nothing, receive error, partial file. Bytes that are not HTTP give one of two codes.
      for (fault, numbers) in [("empty", [52]), ("reset", [56, 52]), ("half", [18]), ("garbage", [1, 8])] {
        var number: Int?
        do throws(CurlError) {
          _ = try await subject.response(to: subject.request("GET", "/screens/menu?__fault=\(fault)"))
        } catch {
          number = error.number
        }
        try expect(
          "CURLcode of the fault \(fault)", number.map { numbers.contains($0) } ?? false, "one of \(numbers)",
          got: number.map { "\($0)" } ?? "a response")
        try await subject.fetch("/screens/menu").expectBody(ShippedScreens.menu)
      }
    },
    Check("a rule applies to matching routes and requests, and is listed and removed", need: .adminToken) {
      subject in
      try await subject.withScreen("ruled", TestScreen.lines(["a"])) { route in
        try await subject.withMock {
          let folder = route.split(separator: "/").dropLast().joined(separator: "/")
          let rule: JSONValue = [
            "match": ["route": .string(folder + "/*"), "condition": ["country": "KR"], "times": 2],
            "status": 429,
          ]
          _ = try await subject.admin("PUT", subject.rulePath, json: rule).expecting(201)
          let listed = try await subject.admin("GET", "/admin/mock/rules").expecting(200)
          let name = JSONValue.string("selftest-\(subject.run)")
          try expect("listed", try listed.elements("/rules").contains { $0["name"] == name }, is: true)
          try await subject.admin("GET", subject.rulePath).expecting(200).expectMember("/status", is: 429)
          _ = try await subject.fetch("/screens/\(route)")
          for _ in 0..<2 {
            let response = try await subject.get("/screens/\(route)?country=KR")
            try response.problem(429)
            try expect("Mock-Applied", response.field("Mock-Applied"), is: "selftest-\(subject.run)")
          }
          _ = try await subject.fetch("/screens/\(route)?country=KR")
          _ = try await subject.fetch("/screens/home?country=KR")
          _ = try await subject.admin("DELETE", subject.rulePath).expecting(200)
          try await subject.admin("DELETE", subject.rulePath).problem(404)
        }
      }
    },
    Check("an invalid rule is refused with its position", need: .adminToken) { subject in
      for (body, name) in [
        (#"{"status":20}"#, "status"), (#"{"statsu":500}"#, "status"),
        (#"{"match":{"route":"no way"},"delay":1}"#, "route"),
        (#"{"delay":{"from":5,"to":1}}"#, "delay"), ("{}", "at least one effect"), ("[", "1:"),
      ] {
        let response = try await subject.admin("PUT", subject.rulePath, body: Array(body.utf8))
        try response.problem(body == "[" ? 400 : 422, naming: [name])
      }
    },
    Check("a scenario changes screens, rules and the n-th response", need: .adminToken) { subject in
      let list = try await subject.admin("GET", "/admin/mock/scenario").expecting(200)
      let names = try list.elements("/scenarios").compactMap { $0["name"]?.stringValue }
      for name in ["empty", "error", "slow", "variant-b"] {
        try expect("scenarios", names.contains(name), name, got: "\(names)")
      }
      let empty = try await subject.fetch("/screens/menu?__scenario=empty")
      try empty.expectBody(["viewItems": []])
      try expect("Mock-Applied", empty.field("Mock-Applied"), is: "request, scenario=empty")
      let second = try await subject.fetch("/screens/home?user=1", [.init("Prefer", "scenario=variant-b")])
      try expect("Screen-Variant", second.field("Screen-Variant"), is: "price-first")
      try await subject.get("/screens/menu?__scenario=emtpy").problem(400, naming: ["empty"])
      // In a session, so that other clients are not affected.
      try await subject.withSession { session in
        _ = try await session.admin("PUT", "/admin/mock/scenario", json: ["name": "error"]).expecting(200)
        try await session.get("/screens/menu").problem(503)
        _ = try await session.admin("PUT", "/admin/mock/scenario", json: ["name": "flaky"]).expecting(200)
        try await session.get("/screens/menu").problem(503)
        var isCutOff = false
        do throws(CurlError) {
          _ = try await session.response(to: session.request("GET", "/screens/menu"))
        } catch {
          isCutOff = error.code == .connectionLost
        }
        try expect("second response cut off", isCutOff, is: true)
        try await session.fetch("/screens/menu").expectBody(ShippedScreens.menu)
        _ = try await session.admin("PUT", "/admin/mock/scenario", json: ["name": .null]).expecting(200)
        try await session.admin("PUT", "/admin/mock/scenario", json: ["name": "none"]).problem(
          422, naming: ["none"])
      }
      try await subject.fetch("/screens/menu").expectBody(ShippedScreens.menu)
    },
    Check("each kind of chaos damages a screen, the same way for a seed") { subject in
      let shown = "/screens/cafe?format=screen"
      let plain = try await subject.fetch(shown).json()
      for kind in [
        "unknown-view-type", "missing-required", "missing-optional", "wrong-type", "null-value",
        "extra-member",
        "long-text", "right-to-left", "emoji", "empty-screen", "many-items", "duplicate-ids",
        "truncated-body",
        "invalid-utf8", "html-instead",
      ] {
        let path = shown + "&__chaos=\(kind)"
        let (one, again) = (
          try await subject.fetch(path + "&__seed=3"), try await subject.fetch(path + "&__seed=3")
        )
        try expect("two bodies of \(kind)", one.body == again.body, is: true)
        try expect("Mock-Applied of \(kind)", one.field("Mock-Applied"), is: "request")
        let json = try? JSONParser.parse(one.body)
        let items = json?["sections"]?.arrayValue?.first?["items"]?.arrayValue
        let (holds, wanted): (Bool, String) =
          switch kind {
          case "truncated-body", "invalid-utf8", "html-instead": (json == nil, "no JSON")
          case "empty-screen": (items?.isEmpty == true, "no items")
          case "many-items": (items?.count == 10_000, "10,000 items")
          case "duplicate-ids":
            (
              items.map { Set($0.compactMap { $0["id"]?.stringValue }).count < $0.count } ?? false,
              "an id twice"
            )
          default: (json != nil && json != plain, "other JSON")
          }
        try expect("body of \(kind)", holds, wanted, got: String(one.raw.text.prefix(200)))
      }
    },
  ]
}
