import CurlClient
import JSONText

extension Check {
  /// `If-Match` and `If-None-Match` on writes (RFC 9110 §13.1).
  static let conditionalWrites: [Check] = [
    Check("a write with the current version as If-Match succeeds", need: .adminToken) { subject in
      try await subject.withScreen("match", TestScreen.lines(["a"])) { route in
        for (version, id) in [(2, "b"), (3, "c")] {
          let fields = [CurlField("If-Match", "\"\(version - 1)\"")]
          try expect(
            "version", try await subject.publish(TestScreen.lines([id]), at: route, fields), is: version)
        }
        try expect(
          "version",
          try await subject.publish(TestScreen.lines(["d"]), at: route, [.init("If-Match", "*")]), is: 4)
      }
    },
    Check("a write with an outdated If-Match returns 412 and changes nothing", need: .adminToken) { subject in
      try await subject.withScreen("moved", TestScreen.lines(["a", "b"])) { route in
        try await subject.publish(TestScreen.lines(["b", "a"]), at: route)
        let stale = [CurlField("If-Match", "\"1\"")]
        let path = "/admin/screens/\(route)"
        try await subject.admin("PUT", path, stale, json: TestScreen.lines(["c"])).problem(412)
        try await subject.admin("PUT", "\(path)/order", stale, json: ["a", "b"]).problem(412)
        try await subject.admin("POST", "\(path)/rollback", stale, json: ["version": 1]).problem(412)
        try await subject.admin("DELETE", path, stale).problem(412)
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["b", "a"]))
        try await subject.expectVersions([2, 1], at: route)
      }
    },
    Check("If-Match on a missing screen returns 412", need: .adminToken) { subject in
      try await subject.withRoute("match-nothing") { route in
        for tag in ["\"1\"", "*"] {
          let fields = [CurlField("If-Match", tag)]
          try await subject.admin("PUT", "/admin/screens/\(route)", fields, json: TestScreen.lines(["a"]))
            .problem(412)
        }
        try await subject.get("/screens/\(route)").problem(404)
      }
    },
    Check("If-None-Match: * only publishes a new screen", need: .adminToken) { subject in
      try await subject.withRoute("none-match") { route in
        let fields = [CurlField("If-None-Match", "*")]
        let path = "/admin/screens/\(route)"
        _ = try await subject.admin("PUT", path, fields, json: TestScreen.lines(["a"])).expecting(201)
        try await subject.admin("PUT", path, fields, json: TestScreen.lines(["b"])).problem(412)
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["a"]))
      }
    },
    Check("exactly one of many writes with the same If-Match succeeds", need: .adminToken) { subject in
      try await subject.withScreen("race", TestScreen.lines(["a"])) { route in
        let requests = (0..<16).map {
          subject.adminRequest(
            "PUT", "/admin/screens/\(route)", [.init("If-Match", "\"1\"")],
            body: TestScreen.lines(["writer-\($0)"]).serialized())
        }
        let statuses = try await subject.many.responses(to: requests, concurrency: 16).map {
          try $0.get().status
        }
        try expect("statuses", statuses.sorted(), is: [200] + Array(repeating: 412, count: 15))
        try await subject.expectVersions([2, 1], at: route)
      }
    },
  ]
}
