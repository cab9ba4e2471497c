import JSONText

extension Check {
  /// Changing the order of items.
  static let ordering: [Check] = [
    Check("a new order is published as a new version", need: .adminToken) { subject in
      try await subject.withScreen("new-order", TestScreen.lines(["a", "b", "c"])) { route in
        let response = try await subject.reorder(route, ["c", "a", "b"]).expecting(200)
        try expect("version of \(response.about)", try response.version(), is: 2)
        let served = try await subject.fetch("/screens/\(route)")
        try served.expectBody(TestScreen.viewItems(["c", "a", "b"]))
        try expect("Screen-Version", try served.screenVersion(), is: 2)
        try await subject.fetch("/screens/\(route)?version=1").expectBody(
          TestScreen.viewItems(["a", "b", "c"]))
      }
    },
    Check("the current order publishes nothing", need: .adminToken) { subject in
      try await subject.withScreen("same-order", TestScreen.lines(["a", "b"])) { route in
        let response = try await subject.reorder(route, ["a", "b"]).expecting(200)
        try expect("version of \(response.about)", try response.version(), is: 1)
      }
    },
    Check("an order that is not a permutation returns 422 and names the id", need: .adminToken) { subject in
      try await subject.withScreen("bad-order", TestScreen.lines(["apple", "berry", "cherry"])) { route in
        for (ids, named) in [
          (["apple", "cherry"], ["berry"]), (["apple", "berry", "cherry", "damson"], ["damson"]),
          (["apple", "berry", "berry", "cherry"], ["berry"]),
          (["apple", "damson"], ["berry", "cherry", "damson"]),
          ([], ["apple", "berry", "cherry"]),
        ] {
          try await subject.reorder(route, ids).problem(422, naming: named)
        }
        try await subject.fetch("/screens/\(route)").expectBody(
          TestScreen.viewItems(["apple", "berry", "cherry"]))
        try await subject.expectVersions([1], at: route)
      }
    },
    Check("an order that is not a list of ids is refused", need: .adminToken) { subject in
      try await subject.withScreen("no-order", TestScreen.lines(["a", "b"])) { route in
        for body in [["order": ["a", "b"]], ["a", 2], "a", .null] as [JSONValue] {
          let response = try await subject.admin("PUT", "/admin/screens/\(route)/order", json: body)
          try expect(
            "status for \(body.text)", [400, 422].contains(response.status), "400 or 422",
            got: response.summary)
        }
        try await subject.expectVersions([1], at: route)
      }
    },
    Check("an order of a missing screen returns 404", need: .adminToken) { subject in
      try await subject.withRoute("order-of-nothing") { route in
        try await subject.reorder(route, ["a"]).problem(404)
      }
    },
    Check("one section is reordered by its ids, or all sections by all ids", need: .adminToken) { subject in
      let definition: JSONValue = [
        "sections": [
          ["id": "one", "items": TestScreen.items(["a", "b"])],
          ["id": "two", "items": TestScreen.items(["c", "d"])],
        ]
      ]
      try await subject.withScreen("section-order", definition) { route in
        _ = try await subject.reorder(route, ["d", "c"], query: "?section=two").expecting(200)
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["a", "b", "d", "c"]))
        _ = try await subject.reorder(route, ["c", "a", "d", "b"]).expecting(200)
        let response = try await subject.fetch("/screens/\(route)?format=screen")
        for (section, ids) in [(0, ["c", "a"]), (1, ["d", "b"])] {
          let got = try response.elements("/sections/\(section)/items").compactMap { $0["id"]?.stringValue }
          try expect("ids of section \(section)", got, is: ids)
        }
        try await subject.reorder(route, ["c", "a"], query: "?section=two").problem(422, naming: ["d", "b"])
      }
    },
    Check("one variant is reordered, and the others stay the same", need: .adminToken) { subject in
      let definition = TestScreen.experiment(key: subject.experimentKey("variant-order"))
      try await subject.withScreen("variant-order", definition) { route in
        _ = try await subject.reorder(route, ["b", "a"], query: "?variant=control").expecting(200)
        _ = try await subject.reorder(route, ["a", "b"], query: "?variant=reversed").expecting(200)
        for (variant, ids) in [("control", ["b", "a"]), ("reversed", ["a", "b"])] {
          try await subject.fetch("/screens/\(route)?variant=\(variant)").expectBody(
            TestScreen.viewItems(ids))
        }
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["a", "b"]))
      }
    },
  ]
}

extension Subject {
  func reorder(_ route: String, _ ids: [String], query: String = "") async throws -> CheckedResponse {
    try await admin("PUT", "/admin/screens/\(route)/order\(query)", json: .array(ids.map { .string($0) }))
  }
}
