import JSONText

extension Check {
  /// Publishing and reading definitions.
  static let publishing: [Check] = [
    Check("the first PUT returns 201 and version 1, the second 200 and version 2", need: .adminToken) {
      subject in
      try await subject.withRoute("first") { route in
        for (version, ids) in [(1, ["a"]), (2, ["a", "b"])] {
          let response = try await subject.admin(
            "PUT", "/admin/screens/\(route)", json: TestScreen.lines(ids)
          )
          .expecting(version == 1 ? 201 : 200)
          try response.expectMember("/route", is: .string(route))
          try expect("version of \(response.about)", try response.version(), is: version)
          let served = try await subject.fetch("/screens/\(route)")
          try served.expectBody(TestScreen.viewItems(ids))
          try expect("Screen-Version", try served.screenVersion(), is: version)
        }
      }
    },
    Check("a PUT of the same content returns 200 and the same version", need: .adminToken) { subject in
      try await subject.withScreen("same", TestScreen.lines(["a", "b"])) { route in
        let spaced = """
          { "screenName" : "Test screen",
            "items": [ {"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"a"}},
                       {"id":"b","viewType":"ONE_LINE_TEXT","content":{"text1":"b"}} ] }
          """
        for body in [TestScreen.lines(["a", "b"]).serialized(), Array(spaced.utf8)] {
          let response = try await subject.admin("PUT", "/admin/screens/\(route)", body: body).expecting(200)
          try expect("version of \(response.about)", try response.version(), is: 1)
        }
        try await subject.expectVersions([1], at: route)
      }
    },
    Check("a definition is read as it was written, with all ids filled in", need: .adminToken) { subject in
      let definition: JSONValue = [
        "format": "contents", "screenName": "Read back",
        "items": [
          ["viewType": "ONE_LINE_TEXT", "content": ["text1": "one"]],
          ["id": "ONE_LINE_TEXT-2", "viewType": "ONE_LINE_TEXT", "content": ["text1": "two"]],
          ["viewType": "ONE_LINE_TEXT", "content": ["text1": "three"]],
        ],
      ]
      try await subject.withScreen("read-back", definition) { route in
        let response = try await subject.admin("GET", "/admin/screens/\(route)").expecting(200)
        try expect("ETag of \(response.about)", response.field("ETag"), is: "\"1\"")
        for pointer in ["/format", "/screenName", "/items/0/content", "/items/1", "/items/2/content"] {
          try response.expectMember(pointer, is: JSONPointer(pointer)?.value(in: definition) ?? .null)
        }
        let ids = try response.elements("/items").compactMap { $0["id"]?.stringValue }
        try expect("ids", ids, is: ["ONE_LINE_TEXT-1", "ONE_LINE_TEXT-2", "ONE_LINE_TEXT-3"])
        let again = try await subject.admin("PUT", "/admin/screens/\(route)", body: response.body).expecting(
          200)
        try expect("version after the definition read was put back", try again.version(), is: 1)
      }
    },
    Check("an earlier definition is read by its version", need: .adminToken) { subject in
      try await subject.withScreen("earlier-definition", TestScreen.lines(["a"])) { route in
        try await subject.publish(TestScreen.lines(["b"]), at: route)
        let response = try await subject.admin("GET", "/admin/screens/\(route)?version=1").expecting(200)
        try response.expectMember("/items", is: TestScreen.items(["a"]))
        try await subject.admin("GET", "/admin/screens/\(route)?version=9").problem(404)
      }
    },
    Check("a dry run validates and publishes nothing", need: .adminToken) { subject in
      try await subject.withRoute("dry") { route in
        let path = "/admin/screens/\(route)?dryRun=true"
        let good = try await subject.admin("PUT", path, json: TestScreen.lines(["a"]))
        try expect("status of \(good.about)", (200...299).contains(good.status), "2xx", got: good.summary)
        try await subject.get("/screens/\(route)").problem(404)
        try await subject.admin("GET", "/admin/screens/\(route)").problem(404)
        try await subject.admin("PUT", path, json: ["items": [["viewType": "NO_SUCH_TYPE"]]]).problem(422)
        try expect(
          "version of the first PUT", try await subject.publish(TestScreen.lines(["a"]), at: route), is: 1)
      }
    },
    Check("a published screen is in the list of screens", need: .adminToken) { subject in
      try await subject.withScreen("listed", TestScreen.lines(["a"], name: "Listed")) { route in
        let screens = try await subject.fetch("/screens").elements("/screens")
        let listed = try require("\(route) in the list", screens.first { $0["route"]?.stringValue == route })
        try expect("screenName", listed["screenName"]?.stringValue, is: "Listed")
        try expect("version", listed["version"]?.numberValue?.intValue, is: 1)
      }
    },
    Check("every variant is applied: move, insert, replace, remove, merge", need: .adminToken) { subject in
      let new: JSONValue = ["id": "n", "viewType": "ONE_LINE_TEXT", "content": ["text1": "n"]]
      let changes: [(String, JSONValue, [String])] = [
        ("move", ["op": "move", "id": "c", "before": "a"], ["c", "a", "b"]),
        ("insert", ["op": "insert", "item": new, "after": "a"], ["a", "n", "b", "c"]),
        ("replace", ["op": "replace", "id": "b", "item": new], ["a", "n", "c"]),
        ("remove", ["op": "remove", "id": "b"], ["a", "c"]),
        ("merge", ["op": "merge", "id": "b", "content": ["text1": "n"]], ["a", "n", "c"]),
      ]
      let variants = changes.map { ["key": .string($0.0), "changes": [$0.1]] as JSONValue }
      let lists: [JSONValue] = [
        ["key": "order", "order": ["c", "b", "a"]], ["key": "items", "items": TestScreen.items(["z"])],
      ]
      let definition: JSONValue = [
        "items": TestScreen.items(["a", "b", "c"]),
        "experiment": [
          "key": .string(subject.experimentKey("changes")), "variants": .array(variants + lists),
        ],
      ]
      try await subject.withScreen("changes", definition) { route in
        for (key, ids) in changes.map({ ($0.0, $0.2) }) + [("order", ["c", "b", "a"]), ("items", ["z"])] {
          try await subject.fetch("/screens/\(route)?variant=\(key)").expectBody(TestScreen.viewItems(ids))
        }
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["a", "b", "c"]))
      }
    },
  ]
}

extension Subject {
  /// Expects a list of versions with these numbers, newest first.
  func expectVersions(_ numbers: [Int], at route: String) async throws {
    let response = try await admin("GET", "/admin/screens/\(route)/versions").expecting(200)
    let got = try response.elements("/versions").compactMap { $0["version"]?.numberValue?.intValue }
    try expect("versions of \(route)", got, is: numbers)
  }
}
