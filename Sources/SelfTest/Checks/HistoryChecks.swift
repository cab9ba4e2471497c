import CurlClient
import JSONText

extension Check {
  /// The list of versions, and rollbacks.
  static let history: [Check] = [
    Check(
      "versions are listed newest first, with time, author, means, message and number of items",
      need: .adminToken
    ) {
      subject in
      try await subject.withScreen("listed-versions", TestScreen.lines(["a"])) { route in
        try await subject.publish(
          TestScreen.lines(["a", "b", "c"]), at: route, [.init("Screen-Message", "more")])
        let response = try await subject.admin("GET", "/admin/screens/\(route)/versions").expecting(200)
        let versions = try response.elements("/versions")
        try expect("numbers", versions.map { $0["version"]?.numberValue?.intValue }, is: [2, 1])
        try expect("items", versions.map { $0["items"]?.numberValue?.intValue }, is: [3, 1])
        try expect("message", versions.first?["message"]?.stringValue, is: "more")
        for version in versions {
          let time = version["publishedAt"]?.stringValue ?? ""
          try expect("publishedAt", isTimestamp(time), "a time of RFC 3339", got: version.text)
          for name in ["by", "via"] {
            let text = version[name]?.stringValue ?? ""
            try expect(name, !text.isEmpty, "a text", got: version.text)
          }
        }
      }
    },
    Check("versions are paged by before and limit", need: .adminToken) { subject in
      try await subject.withRoute("paged") { route in
        for number in 1...7 { try await subject.publish(TestScreen.lines(["v\(number)"]), at: route) }
        for (query, expected) in [
          ("?limit=3", [7, 6, 5]), ("?before=5&limit=3", [4, 3, 2]), ("?before=2", [1]), ("?before=1", []),
          ("", [7, 6, 5, 4, 3, 2, 1]),
        ] {
          let response = try await subject.admin("GET", "/admin/screens/\(route)/versions\(query)").expecting(
            200)
          let numbers = try response.elements("/versions").compactMap { $0["version"]?.numberValue?.intValue }
          try expect("versions by \"\(query)\"", numbers, is: expected)
        }
        for query in ["?limit=x", "?before=-", "?limit=1&limit=2"] {
          try await subject.admin("GET", "/admin/screens/\(route)/versions\(query)").problem(400)
        }
      }
    },
    Check("the versions of an unknown route return 404", need: .adminToken) { subject in
      try await subject.withRoute("no-versions") { route in
        try await subject.admin("GET", "/admin/screens/\(route)/versions").problem(404)
      }
    },
    Check("a rollback publishes the old content as a new version", need: .adminToken) { subject in
      try await subject.withScreen("rolled-back", TestScreen.lines(["a", "b"])) { route in
        try await subject.publish(TestScreen.lines(["c"]), at: route)
        let path = "/admin/screens/\(route)/rollback"
        let response = try await subject.admin("POST", path, json: ["version": 1]).expecting(200)
        try expect("version of \(response.about)", try response.version(), is: 3)
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["a", "b"]))
        try await subject.fetch("/screens/\(route)?version=2").expectBody(TestScreen.viewItems(["c"]))
        let first = try await subject.admin("GET", "/admin/screens/\(route)?version=1").expecting(200)
        let third = try await subject.admin("GET", "/admin/screens/\(route)").expecting(200)
        try expect(
          "definition of version 3", try third.json() == (try first.json()), first.summary, got: third.summary
        )
        let again = try await subject.admin("POST", path, json: ["version": 3]).expecting(200)
        try expect("version after a rollback to what stands", try again.version(), is: 3)
      }
    },
    Check(
      "a rollback to an unknown version returns 404, and one without a number is refused", need: .adminToken
    ) {
      subject in
      try await subject.withScreen("no-rollback", TestScreen.lines(["a"])) { route in
        let path = "/admin/screens/\(route)/rollback"
        for version in [0, 2, 99] as [Int] {
          try await subject.admin("POST", path, json: ["version": .number(JSONNumber(version))]).problem(404)
        }
        for body in [["version": "1"], [:], [1]] as [JSONValue] {
          let response = try await subject.admin("POST", path, json: body)
          try expect(
            "status for \(body.text)", [400, 422].contains(response.status), "400 or 422",
            got: response.summary)
        }
        try await subject.expectVersions([1], at: route)
      }
    },
  ]

  /// Deleting and restoring a screen.
  static let removal: [Check] = [
    Check(
      "DELETE returns 200, the route then 410, and a PUT restores it with the next number",
      need: .adminToken
    ) {
      subject in
      try await subject.withScreen("removed", TestScreen.lines(["a"])) { route in
        _ = try await subject.admin("DELETE", "/admin/screens/\(route)").expecting(200)
        try await subject.get("/screens/\(route)").problem(410)
        let screens = try await subject.fetch("/screens").elements("/screens")
        try expect(
          "whether the list has it", screens.contains { $0["route"]?.stringValue == route }, is: false)
        let back = try await subject.admin("PUT", "/admin/screens/\(route)", json: TestScreen.lines(["a"]))
          .expecting(201)
        try expect("version of \(back.about)", try back.version(), is: 3)
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["a"]))
        try await subject.expectVersions([3, 2, 1], at: route)
      }
    },
    Check("DELETE of a missing screen returns 404", need: .adminToken) { subject in
      try await subject.withRoute("never-was") { route in
        try await subject.admin("DELETE", "/admin/screens/\(route)").problem(404)
      }
    },
  ]
}

/// Whether a text has the shape of a `date-time` (RFC 3339 §5.6).
private func isTimestamp(_ text: String) -> Bool {
  let shape = text.map { $0.isASCII && $0.isNumber ? "0" : $0 }
  guard text.count >= 20, String(shape.prefix(19)) == "0000-00-00T00:00:00" else { return false }
  let zone = String(shape.dropFirst(19)).drop { $0 == "." || $0 == "0" }
  return ["Z", "+00:00", "-00:00"].contains(zone)
}
