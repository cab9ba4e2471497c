import CurlClient
import JSONText

extension Check {
  /// Single items, differences, drafts and patches for clients.
  static let drafts: [Check] = [
    Check("a single item is added, changed and removed", need: .adminToken) { subject in
      try await subject.withScreen("item-edits", TestScreen.lines(["a", "b"])) { route in
        let path = "/admin/screens/\(route)/items"
        let added = TestScreen.items(["c"]).arrayValue?.first ?? .null
        _ = try await subject.admin("POST", path, json: ["item": added, "before": "b"]).expecting(200)
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["a", "c", "b"]))
        _ = try await subject.admin(
          "PUT", path + "/a", json: ["viewType": "ONE_LINE_TEXT", "content": ["text1": "A"]]
        ).expecting(200)
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["A", "c", "b"]))
        _ = try await subject.admin("DELETE", path + "/b").expecting(200)
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["A", "c"]))
        try await subject.admin("DELETE", path + "/b").problem(404)
        try await subject.admin("POST", path, json: ["item": added]).problem(422, naming: ["c"])
      }
    },
    Check("two versions are compared by item and as a patch", need: .adminToken) { subject in
      try await subject.withScreen("compared", TestScreen.lines(["a", "b"])) { route in
        try await subject.publish(TestScreen.lines(["b", "c", "a"]), at: route)
        let response = try await subject.admin("GET", "/admin/screens/\(route)/diff?from=1&to=2").expecting(
          200)
        try expect("added", try response.elements("/added").map { $0["id"] }, is: ["c"])
        try expect("removed", try response.elements("/removed").count, is: 0)
        try expect("moved", try response.elements("/moved").count, is: 1)
        let old = try await subject.admin("GET", "/admin/screens/\(route)?version=1").expecting(200).json()
        let new = try await subject.admin("GET", "/admin/screens/\(route)?version=2").expecting(200).json()
        let patch = try JSONPatch(try response.member("/patch"))
        try expect("the patch", try patch.apply(to: old).text, is: new.text)
      }
    },
    Check("a draft is saved, read and published", need: .adminToken) { subject in
      try await subject.withScreen("drafted", TestScreen.lines(["a"])) { route in
        let path = "/admin/screens/\(route)"
        let wrong = try await subject.admin("PUT", path + "/draft", json: ["items": 1]).expecting(201)
        try expect("errors", try wrong.elements("/errors").isEmpty, is: false)
        try await subject.admin("POST", path + "/publish").problem(422)
        _ = try await subject.admin("PUT", path + "/draft", json: TestScreen.lines(["b"])).expecting(200)
        try await subject.get("/screens/\(route)?version=draft").problem(401)
        try await subject.admin("GET", "/screens/\(route)?version=draft").expecting(200)
          .expectBody(TestScreen.viewItems(["b"]))
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["a"]))
        _ = try await subject.admin("POST", path + "/publish").expecting(200)
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["b"]))
        try await subject.admin("GET", path + "/draft").problem(404)
      }
    },
    Check("a publication is scheduled and cancelled", need: .adminToken) { subject in
      try await subject.withScreen("scheduled", TestScreen.lines(["a"])) { route in
        let path = "/admin/screens/\(route)"
        _ = try await subject.admin("PUT", path + "/draft", json: TestScreen.lines(["b"])).expecting(201)
        _ = try await subject.admin("POST", path + "/publish", json: ["at": "2099-01-01T00:00:00Z"])
          .expecting(202)
        let draft = try await subject.admin("GET", path + "/draft").expecting(200)
        try draft.expectMember("/schedule/at", is: "2099-01-01T00:00:00.000Z")
        _ = try await subject.admin("DELETE", path + "/publish").expecting(200)
        try await subject.admin("DELETE", path + "/publish").problem(404)
        _ = try await subject.admin("DELETE", path + "/draft").expecting(200)
      }
    },
    Check("a client with an earlier version gets a patch if it is smaller", need: .adminToken) {
      subject in
      let ids = (0..<30).map { "line-\($0)" }
      try await subject.withScreen("patched", TestScreen.lines(ids)) { route in
        let old = try await subject.fetch("/screens/\(route)")
        let tag = try old.require("ETag")
        try await subject.publish(TestScreen.lines(ids + ["more"]), at: route)
        let fields = [CurlField("A-IM", "json-patch"), CurlField("If-None-Match", tag)]
        let delta = try await subject.get("/screens/\(route)", fields).expecting(226)
        try expect("IM", delta.field("IM"), is: "json-patch")
        let full = try await subject.fetch("/screens/\(route)")
        try expect("ETag", delta.field("ETag"), is: full.field("ETag"))
        let patch = try JSONPatch(try delta.json())
        try expect("the result", try patch.apply(to: try old.json()).text, is: full.raw.text)
      }
    },
  ]
}
