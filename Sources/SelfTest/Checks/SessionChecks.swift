import CurlClient
import JSONText

extension Check {
  /// Sessions for concurrent tests, and their journals.
  static let sessions: [Check] = [
    Check("a session has its own versions, rules, forced units and journal", need: .adminToken) { subject in
      let home = try await subject.fetch("/screens/home?user=42")
      try await subject.withSession { one in
        try await subject.withSession { other in
          try await one.publish(TestScreen.lines(["mine"]), at: "menu")
          _ = try await one.admin(
            "PUT", "/admin/mock/rules/down", json: ["match": ["route": "cafe"], "status": 503]
          )
          .expecting(201)
          _ = try await one.admin(
            "PATCH", "/admin/experiments/home-price-first", json: ["force": ["42": "price-first"]]
          ).expecting(200)
          try await one.fetch("/screens/menu").expectBody(TestScreen.viewItems(["mine"]))
          try await one.get("/screens/cafe").problem(503)
          try expect(
            "Screen-Variant", try await one.fetch("/screens/home?user=42").field("Screen-Variant"),
            is: "price-first")
          for view in [subject, other] {
            try await view.fetch("/screens/menu").expectBody(ShippedScreens.menu)
            _ = try await view.fetch("/screens/cafe")
            try expect("body of home", try await view.fetch("/screens/home?user=42").body, is: home.body)
          }
          try await one.admin("GET", "/admin/requests/count").expectMember("/count", is: 3)
          try await other.admin("GET", "/admin/requests/count").expectMember("/count", is: 3)
          try await one.admin("GET", "/admin/requests/count?status=503").expectMember("/count", is: 1)
          try await other.admin("GET", "/admin/requests/count?status=503").expectMember("/count", is: 0)
        }
      }
    },
    Check("a hundred concurrent sessions are isolated, and are deleted", need: .adminToken) { subject in
      var sessions: [Subject] = []
      var ids: [String] = []
      for _ in 0..<100 {
        let made = try await subject.admin("POST", "/admin/sessions", json: ["ttl": 60]).expecting(201)
        ids.append(try require("id", try made.member("/id").stringValue))
        let path = try require("path", try made.member("/path").stringValue)
        sessions.append(try Subject(baseURL: subject.baseURL + path, adminToken: subject.adminToken))
      }
      for (number, session) in sessions.enumerated() {
        try await session.publish(TestScreen.lines(["line-\(number)"]), at: "menu")
      }
      for (number, session) in sessions.enumerated() {
        try await session.fetch("/screens/menu").expectBody(TestScreen.viewItems(["line-\(number)"]))
      }
      try await subject.fetch("/screens/menu").expectBody(ShippedScreens.menu)
      for id in ids { _ = try await subject.admin("DELETE", "/admin/sessions/\(id)").expecting(200) }
      for session in sessions { try await session.get("/screens/menu").problem(404) }
    },
    Check("the journal lists requests and verifies them", need: .adminToken) { subject in
      try await subject.withSession { session in
        _ = try await session.fetch("/screens/home?user=7&country=KR&token=hush")
        _ = try await session.get("/screens/home?user=8&__status=503")
        _ = try await session.get("/screens/hoem")
        let journal = try await session.admin("GET", "/admin/requests").expecting(200)
        let requests = try journal.elements("/requests")
        try expect("statuses", requests.map { $0["status"]?.numberValue?.intValue }, is: [404, 503, 200])
        try expect("a secret", !journal.raw.text.contains("hush"), "none", got: journal.summary)
        for (name, value) in [("route", "home"), ("user", "7")] as [(String, JSONValue)] {
          try expect("\(name) of the first", requests.last?[name], is: value)
        }
        for (query, count) in [("route=home", 2), ("user=8", 1), ("status=404", 1), ("limit=1", 1)] {
          let some = try await session.admin("GET", "/admin/requests?\(query)").elements("/requests")
          try expect("requests with \(query)", some.count, is: count)
        }
        let met = try await session.admin(
          "POST", "/admin/requests/verify", json: ["match": ["route": "home"], "atLeast": 2, "atMost": 2])
        _ = try met.expecting(200)
        let missed = try await session.admin(
          "POST", "/admin/requests/verify", json: ["match": ["route": "home", "user": "9"], "atLeast": 1])
        try missed.problem(422, naming: ["expected were at least 1"])
        try expect("nearest misses", try missed.elements("/nearest").isEmpty, is: false)
        let archive = try await session.admin("GET", "/admin/requests/har").expecting(200)
        try expect("entries of the archive", try archive.elements("/log/entries").count, is: 3)
        _ = try await session.admin("DELETE", "/admin/requests").expecting(200)
        try await session.admin("GET", "/admin/requests/count").expectMember("/count", is: 0)
      }
    },
    Check("content can contain values of the request", need: .adminToken) { subject in
      let text = "{{user}} {{attributes.country}} {{uuid}} {{random 1 6}} {{{{"
      let screen: JSONValue = [
        "template": true,
        "items": [["id": "a", "viewType": "ONE_LINE_TEXT", "content": ["text1": .string(text)]]],
      ]
      try await subject.withScreen("template", screen) { route in
        let path = "/screens/\(route)?user=m%22o&country=KR&format=screen"
        let one = try await subject.fetch(path + "&__seed=5")
        try expect("the same seed", try await subject.fetch(path + "&__seed=5").body, is: one.body)
        let first = try one.elements("/sections/0/items").first?["content"]?["text1"]?.stringValue ?? ""
        try expect("text", first.hasPrefix("m\"o KR "), "m\"o KR …", got: first)
        try expect("text", first.hasSuffix(" {{"), "… {{", got: first)
        try expect("Cache-Control", one.field("Cache-Control"), is: "no-store")
      }
      let wrong = JSONValue.string(text.replacing("user", with: "usr"))
      try await subject.admin(
        "PUT", "/admin/screens/selftest-\(subject.run)/template",
        json: [
          "template": true, "items": [["id": "a", "viewType": "ONE_LINE_TEXT", "content": ["text1": wrong]]],
        ]
      ).problem(422, naming: ["did you mean user?"])
    },
    Check("assets are files of the folder, served complete or in ranges", need: .program) { subject in
      try await OwnServer.run(subject.launch) { server in
        try server.write("GIF89a and some more bytes", to: "_assets/dot.gif")
        try server.write(
          #"{"items":[{"id":"p","viewType":"ONE_IMAGE","content":{"url":"asset:dot.gif"}}]}"#,
          to: "picture.json")
        server = try await server.restartAfterTermination()
        let whole = try await server.subject.fetch("/assets/dot.gif")
        try expect("Content-Type", whole.field("Content-Type"), is: "image/gif")
        try expect("Access-Control-Allow-Origin", whole.field("Access-Control-Allow-Origin"), is: "*")
        let part = try await server.subject.get("/assets/dot.gif", [.init("Range", "bytes=0-5")]).expecting(
          206)
        try expect("part", part.raw.text, is: "GIF89a")
        let tag = try whole.require("ETag")
        _ = try await server.subject.get("/assets/dot.gif", [.init("If-None-Match", tag)]).expecting(304)
        for path in ["/assets/..%2Fhome.json", "/assets/../home.json", "/assets/none.gif", "/assets/"] {
          let response = try await server.subject.get(path)
          try expect(
            "status of \(path)", [400, 404].contains(response.status), "400 or 404", got: response.summary)
        }
        let url = server.subject.baseURL + "/assets/dot.gif"
        try await server.subject.fetch("/screens/picture?format=screen")
          .expectMember("/sections/0/items/0/content/url", is: .string(url))
        try await server.subject.admin(
          "PUT", "/admin/screens/picture",
          json: ["items": [["id": "p", "viewType": "ONE_IMAGE", "content": ["url": "asset:dto.gif"]]]]
        ).problem(422, naming: ["dto.gif"])
      }
    },
  ]
}
