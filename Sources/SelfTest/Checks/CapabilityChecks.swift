import CurlClient
import JSONText

extension Check {
  /// Screens for apps that cannot show all items.
  static let capabilities: [Check] = [
    Check("an app gets only items that it can show, and a list of the others", need: .adminToken) {
      subject in
      try await subject.withScreen("promo", promo) { route in
        try await subject.fetch("/screens/\(route)").expectItems(
          ["ONE_IMAGE", "TWO_LINE_TEXT"], downgraded: nil)
        let list = CurlField("Accept-View-Types", "ONE_LINE_TEXT, TWO_LINE_TEXT")
        let some = try await subject.fetch("/screens/\(route)", [list])
        try some.expectItems(["ONE_LINE_TEXT", "TWO_LINE_TEXT"], downgraded: "photo=fallback")
        let little = try await subject.fetch(
          "/screens/\(route)", [CurlField("Accept-View-Types", "ONE_LINE_TEXT")])
        try little.expectItems(["ONE_LINE_TEXT"], downgraded: "photo=fallback, price=dropped")
        let again = CurlField("If-None-Match", try some.require("ETag"))
        _ = try await subject.get("/screens/\(route)", [list, again]).expecting(304)
      }
    },
    Check("an item that requires an attribute is sent to users who have it", need: .adminToken) { subject in
      let item: JSONValue = [
        "id": "kr", "viewType": "ONE_LINE_TEXT", "content": ["text1": "KR"], "requires": ["country": "KR"],
      ]
      try await subject.withScreen("needs", ["items": [item]]) { route in
        try await subject.fetch("/screens/\(route)").expectItems([], downgraded: nil)
        try await subject.fetch("/screens/\(route)?country=DE").expectItems([], downgraded: nil)
        try await subject.fetch("/screens/\(route)?country=KR").expectItems(
          ["ONE_LINE_TEXT"], downgraded: nil)
      }
    },
    Check("a publication returns its impact on a release, and the gate refuses it", need: .adminToken) {
      subject in
      let release = "selftest-\(subject.run)/1.0"
      let manifest: JSONValue = ["viewTypes": ["ONE_LINE_TEXT"]]
      _ = try await subject.admin("PUT", "/admin/releases/\(release)", json: manifest).expecting(201)
      do {
        try await subject.withScreen("promo", promo) { route in
          try await subject.fetch("/screens/\(route)?release=\(release)").expectItems(
            ["ONE_LINE_TEXT"], downgraded: "photo=fallback, price=dropped")
          let dry = try await subject.admin("PUT", "/admin/screens/\(route)?dryRun=true", json: promo)
            .expecting(200)
          let effects = try dry.elements("/impact").filter { $0["release"]?.stringValue == release }
            .map { "\($0["item"]?.stringValue ?? "")=\($0["effect"]?.stringValue ?? "")" }
          try expect("impact in \(dry.about)", effects, is: ["photo=fallback", "price=dropped"])
          var gated = promo.objectValue ?? [:]
          gated["gate"] = "refuse"
          try await subject.admin("PUT", "/admin/screens/\(route)", json: .object(gated))
            .problem(422, naming: [release, "price"])
        }
      } catch {
        _ = try? await subject.admin("DELETE", "/admin/releases/\(release)")
        throw error
      }
      _ = try await subject.admin("DELETE", "/admin/releases/\(release)").expecting(200)
      try await subject.admin("GET", "/admin/releases/\(release)").problem(404, naming: [])
    },
  ]

  private static let promo: JSONValue = [
    "items": [
      [
        "id": "photo", "viewType": "ONE_IMAGE", "content": ["url": "https://example.org/a.png"],
        "fallback": ["viewType": "ONE_LINE_TEXT", "content": ["text1": "A"]],
      ],
      ["id": "price", "viewType": "TWO_LINE_TEXT", "content": ["text1": "B", "text2": "1"]],
    ]
  ]
}

extension CheckedResponse {
  /// Expects a screen in the format `viewItems` with these view types.
  fileprivate func expectItems(_ types: [String], downgraded: String?) throws {
    let items = try elements("/viewItems")
    try expect("view types in \(about)", items.map { $0["viewType"]?.stringValue ?? "" }, is: types)
    try expect("Screen-Downgraded of \(about)", raw.value(of: "Screen-Downgraded"), is: downgraded)
  }
}
