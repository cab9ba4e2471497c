import CurlClient
import JSONText

extension Check {
  /// The query of `GET /screens/{route}`.
  static let parameters: [Check] = [
    Check("the parameter variant selects each variant of home") { subject in
      let served = try await subject.fetch("/screens/home?user=42")
      let key = try served.require("Screen-Variant")
      let chosen = try await subject.fetch("/screens/home?variant=\(key)")
      try expect("body by variant", chosen.body, is: served.body)
      try expect("Screen-Variant by variant", chosen.field("Screen-Variant"), is: key)
    },
    Check("an unknown variant returns 404") { subject in
      try await subject.get("/screens/home?variant=no-such-arm").problem(404)
    },
    Check("the parameter version selects a version, and an unknown one returns 404") { subject in
      let now = try await subject.fetch("/screens/menu")
      let version = try now.screenVersion()
      let same = try await subject.fetch("/screens/menu?version=\(version)")
      try expect("body by version", same.body, is: now.body)
      try await subject.get("/screens/menu?version=\(version + 1000)").problem(404)
    },
    Check("a version that is not a number returns 400") { subject in
      try await subject.get("/screens/menu?version=latest").problem(400)
    },
    Check("an unknown format returns 400 and lists the formats") { subject in
      try await subject.get("/screens/menu?format=xml").problem(400, naming: ShippedScreens.formats)
    },
    Check("a repeated parameter returns 400") { subject in
      for query in [
        "user=1&user=2", "format=screen&format=screen", "plan=a&user=1&plan=b", "us%65r=1&user=2",
      ] {
        try await subject.get("/screens/home?\(query)").problem(400)
      }
    },
    Check("attributes that the experiment does not use are ignored") { subject in
      _ = try await subject.fetch("/screens/home?user=1&plan=gold&age=41&beta=true&empty=&%ED%95%9C=1")
    },
    Check("the field Screen-User sets the unit, and the query takes precedence") { subject in
      let variants = try await subject.oneUserForEachVariant(of: "home")
      let (one, other) = (variants[0], variants[1])
      let byHeader = try await subject.fetch("/screens/home", [.init("Screen-User", one.user)])
      try expect("Screen-Variant by Screen-User", byHeader.field("Screen-Variant"), is: one.variant)
      let both = try await subject.fetch("/screens/home?user=\(one.user)", [.init("Screen-User", other.user)])
      try expect("Screen-Variant by query and Screen-User", both.field("Screen-Variant"), is: one.variant)
    },
    Check("percent-encoding does not change the user") { subject in
      let plain = try await subject.fetch("/screens/home?user=a+b%2Fc")
      let encoded = try await subject.fetch("/screens/home?user=%61%20b/c")
      try expect("Screen-Variant", encoded.field("Screen-Variant"), is: plain.field("Screen-Variant"))
      try expect("ETag", encoded.field("ETag"), is: plain.field("ETag"))
    },
    Check("an earlier version does not change", need: .adminToken) { subject in
      try await subject.withScreen("earlier", TestScreen.lines(["a", "b"])) { route in
        try await subject.publish(TestScreen.lines(["c"]), at: route)
        for (version, ids) in [(1, ["a", "b"]), (2, ["c"])] {
          let response = try await subject.fetch("/screens/\(route)?version=\(version)")
          try response.expectBody(TestScreen.viewItems(ids))
          try expect("Screen-Version of \(response.about)", try response.screenVersion(), is: version)
        }
        try await subject.fetch("/screens/\(route)").expectBody(TestScreen.viewItems(["c"]))
        let both = try await subject.fetch("/screens/\(route)?version=1&format=screen")
        try both.expectMember("/version", is: 1)
      }
    },
  ]
}
