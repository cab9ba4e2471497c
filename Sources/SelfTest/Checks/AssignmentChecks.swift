import CurlClient
import JSONText

extension Check {
  /// Assignments and their reasons.
  static let assignment: [Check] = [
    Check("the hash of these checks returns the known values") { _ in
      for (unit, seed, version, expected) in [
        ("a", "seed", 2, 0.0505), ("ab", "foo", 2, 0.2575), ("a", "", 1, 0.22),
      ] {
        try expect(
          "hash of \(unit)", ExpectedAssignment.hash(unit, seed: seed, version: version), is: expected)
      }
    },
    Check("a thousand users of home are split between its two variants") { subject in
      let users = (0..<1000).map { "user-\($0)" }
      let variants = try await subject.variants(of: users, at: "home")
      let counts = Dictionary(variants.map { ($0 ?? "none", 1) }, uniquingKeysWith: +)
      try expect("variants", counts.count, is: 2)
      for (variant, count) in counts {
        try expect("users in \(variant)", (350...650).contains(count), "350 to 650 of 1000", got: "\(counts)")
      }
    },
    Check("the same user always gets the same variant and the same bytes") { subject in
      let users = (0..<50).map { "user-\($0)" }
      let first = try await subject.variants(of: users, at: "home")
      for _ in 0..<3 { try expect("variants", try await subject.variants(of: users, at: "home"), is: first) }
      let tags = Set(
        try await [0, 1, 2].asyncMap { _ in try await subject.fetch("/screens/home?user=42").field("ETag") })
      try expect("ETags of one user", tags.count, is: 1)
    },
    Check("explain agrees with what is served") { subject in
      for user in (0..<30).map({ "user-\($0)" }) {
        let served = try await subject.fetch("/screens/home?user=\(user)")
        let why = try await subject.fetch("/screens/home/explain?user=\(user)")
        try why.expectMember("/route", is: "home")
        try why.expectMember("/version", is: .number(JSONNumber(try served.screenVersion())))
        try why.expectMember("/experiment", is: .string(try served.require("Screen-Experiment")))
        try why.expectMember("/variant", is: .string(try served.require("Screen-Variant")))
        try why.expectMember("/inExperiment", is: true)
        try why.expectMember("/reason", is: "assigned")
      }
    },
    Check("explain takes attributes in the body of a POST") { subject in
      let byQuery = try await subject.fetch("/screens/home/explain?user=42")
      let byBody = try await subject.send(
        "POST", "/screens/home/explain", [.init("Content-Type", "application/json")],
        body: Array(#"{"user":"42"}"#.utf8)
      ).expecting(200)
      for pointer in ["/variant", "/reason", "/hashValue"] {
        try byBody.expectMember(pointer, is: try byQuery.member(pointer))
      }
    },
    Check("explain without a user returns no-unit") { subject in
      let why = try await subject.fetch("/screens/home/explain")
      try why.expectMember("/variant", is: .null)
      try why.expectMember("/inExperiment", is: false)
      try why.expectMember("/reason", is: "no-unit")
    },
    Check("explain of a chosen variant returns override") { subject in
      let variant = try await subject.fetch("/screens/home?user=42").require("Screen-Variant")
      let why = try await subject.fetch("/screens/home/explain?variant=\(variant)")
      try why.expectMember("/variant", is: .string(variant))
      try why.expectMember("/reason", is: "override")
    },
    Check("explain of an unknown route returns 404") { subject in
      try await subject.get("/screens/hoem/explain?user=1").problem(404, naming: ["home"])
    },
    Check("hash values are the known ones", need: .adminToken) { subject in
      for (name, seed, unit, expected) in [
        ("known-1", "seed", "a", 0.0505), ("known-2", "foo", "ab", 0.2575),
      ] {
        let key = subject.experimentKey(name)
        try await subject.withScreen(name, TestScreen.experiment(key: key, seed: seed)) { route in
          try await subject.expectHashValue(expected, of: unit, at: route)
        }
      }
    },
    Check("users get the variants of their hash values, half and half", need: .adminToken) { subject in
      try await subject.expectVariants("half", ExpectedAssignment(seed: "selftest", weights: [1, 1])) { _ in }
    },
    Check("weights are relative to each other", need: .adminToken) { subject in
      try await subject.expectVariants("weights", ExpectedAssignment(seed: "selftest", weights: [3, 1])) {
        $0["variants"] = [
          ["key": "control", "weight": 3], ["key": "reversed", "weight": 1, "order": ["b", "a"]],
        ]
      }
    },
    Check("coverage excludes users, and no user changes the variant", need: .adminToken) { subject in
      let expected = ExpectedAssignment(seed: "selftest", weights: [1, 1], coverage: 0.4)
      try await subject.expectVariants("coverage", expected) {
        $0["coverage"] = .number(JSONNumber(0.4) ?? JSONNumber(0))
      }
    },
    Check("hash version 1 is served as version 1", need: .adminToken) { subject in
      let expected = ExpectedAssignment(seed: "selftest", hashVersion: 1, weights: [1, 1])
      try await subject.expectVariants("hash-1", expected) { $0["hashVersion"] = 1 }
    },
    Check("without a seed the key is the seed", need: .adminToken) { subject in
      let key = subject.experimentKey("keyed")
      try await subject.expectVariants("keyed", ExpectedAssignment(seed: key, weights: [1, 1])) {
        $0["seed"] = nil
      }
      let other = subject.experimentKey("emptied")
      try await subject.expectVariants("emptied", ExpectedAssignment(seed: other, weights: [1, 1])) {
        $0["seed"] = ""
      }
    },
    Check("a user who is not covered gets the definition without changes", need: .adminToken) { subject in
      let key = subject.experimentKey("uncovered")
      try await subject.withScreen(
        "uncovered", TestScreen.experiment(key: key) { $0["coverage"] = 0 }
      ) { route in
        let response = try await subject.fetch("/screens/\(route)?user=1")
        try response.expectBody(TestScreen.viewItems(["a", "b"]))
        try expect("Screen-Variant", response.field("Screen-Variant"), is: nil)
        try await subject.expectReason("not-covered", variant: .null, at: "\(route)/explain?user=1")
      }
    },
    Check("only a forced unit is forced", need: .adminToken) { subject in
      let key = subject.experimentKey("forced")
      let definition = TestScreen.experiment(key: key) {
        $0["coverage"] = 0
        $0["force"] = ["boss": "reversed"]
      }
      try await subject.withScreen("forced", definition) { route in
        try await subject.expectReason("forced", variant: "reversed", at: "\(route)/explain?user=boss")
        try await subject.fetch("/screens/\(route)?user=boss").expectBody(TestScreen.viewItems(["b", "a"]))
        try await subject.expectReason(
          "override", variant: "control", at: "\(route)/explain?user=boss&variant=control")
        try await subject.expectReason("not-covered", variant: .null, at: "\(route)/explain?user=clerk")
      }
    },
    Check("a stopped experiment serves its first variant to all", need: .adminToken) { subject in
      let key = subject.experimentKey("stopped")
      let definition = TestScreen.experiment(key: key) { $0["status"] = "stopped" }
      try await subject.withScreen("stopped", definition) { route in
        let variants = try await subject.variants(of: (0..<40).map { "u\($0)" }, at: route)
        try expect("variants", Set(variants.map { $0 ?? "none" }), is: ["control"])
        try await subject.expectReason("stopped", variant: "control", at: "\(route)/explain?user=u1")
      }
    },
    Check("a condition includes the users who match it", need: .adminToken) { subject in
      let key = subject.experimentKey("condition")
      let definition = TestScreen.experiment(key: key) {
        $0["condition"] = ["plan": "gold", "age": ["$gte": 18]]
      }
      try await subject.withScreen("condition", definition) { route in
        let within = try await subject.fetch("/screens/\(route)?user=1&plan=gold&age=20")
        let variant = within.field("Screen-Variant")
        try expect("Screen-Variant", variant != nil, "a variant", got: within.summary)
        for query in ["user=1", "user=1&plan=gold&age=17", "user=1&plan=silver&age=20"] {
          try await subject.expectReason("condition", variant: .null, at: "\(route)/explain?\(query)")
        }
      }
    },
    Check("a namespace includes its range of users", need: .adminToken) { subject in
      let key = subject.experimentKey("namespace")
      let half = JSONValue.number(JSONNumber(0.5) ?? JSONNumber(0))
      let definition = TestScreen.experiment(key: key) { $0["namespace"] = ["space", 0, half] }
      let users = (0..<200).map { "u\($0)" }
      let isMember = users.map { ExpectedAssignment.fnv1a($0 + "__space") % 1000 < 500 }
      let outsider = zip(users, isMember).first { !$0.1 }?.0
      try await subject.withScreen("namespace", definition) { route in
        try await subject.expectMembers(isMember, among: users, outsider: outsider, at: route)
      }
    },
  ]
}

extension Subject {
  /// Publishes an experiment and expects the computed variants for 500 users.
  fileprivate func expectVariants(
    _ name: String, _ expected: ExpectedAssignment, _ change: (inout JSONObject) -> Void
  ) async throws {
    let definition = TestScreen.experiment(key: experimentKey(name), change)
    try await withScreen(name, definition) { route in
      let users = (0..<500).map { "user-\($0)" }
      let keys = ["control", "reversed"]
      for (user, variant) in zip(users, try await variants(of: users, at: route)) {
        try expect("variant of \(user)", variant, is: expected.variantIndex(of: user).map { keys[$0] })
      }
      try await expectHashValue(expected.hashValue(of: "user-7"), of: "user-7", at: route)
      let ranges = try await fetch("/screens/\(route)/explain?user=user-7").elements("/ranges")
      try expect("number of ranges", ranges.count, is: expected.ranges.count)
      for (got, range) in zip(ranges, expected.ranges) {
        let ends = (got.arrayValue ?? []).compactMap { $0.numberValue?.doubleValue }
        let isNear = ends.count == 2 && near(ends[0], range.lowerBound) && near(ends[1], range.upperBound)
        try expect("a range", isNear, "[\(range.lowerBound), \(range.upperBound)]", got: got.text)
      }
    }
  }

  /// Expects that a namespace includes exactly its members, and the reason for a user who is not one.
  fileprivate func expectMembers(
    _ isMember: [Bool], among users: [String], outsider: String?, at route: String
  ) async throws {
    let variants = try await self.variants(of: users, at: route)
    try expect("users let in", variants.map { $0 != nil }, is: isMember)
    guard let outsider else { return }
    try await expectReason("namespace", variant: .null, at: "\(route)/explain?user=\(outsider)")
  }

  fileprivate func expectHashValue(_ expected: Double, of unit: String, at route: String) async throws {
    let value = try await fetch("/screens/\(route)/explain?user=\(unit)").member("/hashValue")
    let isNear = value.numberValue.map { near($0.doubleValue, expected) } ?? false
    try expect("hashValue of \(unit)", isNear, "\(expected)", got: value.text)
  }

  fileprivate func expectReason(_ reason: String, variant: JSONValue, at path: String) async throws {
    let why = try await fetch("/screens/\(path)")
    try why.expectMember("/reason", is: .string(reason))
    try why.expectMember("/variant", is: variant)
  }
}

private func near(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }

extension Array {
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result]
  {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
