import CurlClient
import JSONText

extension Check {
  /// The lists of screens, view types and formats.
  static let catalogue: [Check] = [
    Check("the list of screens has the six shipped ones") { subject in
      let response = try await subject.fetch("/screens")
      let screens = try response.elements("/screens")
      for name in ShippedScreens.names {
        let listed = try require(
          "\(name) in \(response.about)", screens.first { $0["route"]?.stringValue == name },
          got: response.summary)
        let served = try await subject.fetch("/screens/\(name)")
        try expect(
          "version of \(name)", listed["version"]?.numberValue?.intValue, is: try served.screenVersion())
        let screenName = try await subject.fetch("/screens/\(name)?format=screen").member("/screenName")
        try expect("screenName of \(name)", listed["screenName"], is: screenName)
        let format = try require("format of \(name)", listed["format"]?.stringValue)
        let inFormat = try await subject.fetch("/screens/\(name)?format=\(format)")
        try expect("body of \(name) in its format", inFormat.body, is: served.body)
      }
      let home = screens.first { $0["route"]?.stringValue == "home" }
      let experiment = try await subject.fetch("/screens/home?user=1").require("Screen-Experiment")
      try expect("experiment of home", home?["experiment"]?.stringValue, is: experiment)
      let menu = screens.first { $0["route"]?.stringValue == "menu" }
      try expect("experiment of menu", menu?["experiment"], is: nil)
    },
    Check("the list of view types has the eight shipped ones, each with its schema") { subject in
      let names = try await subject.fetch("/view-types").names("/viewTypes")
      try expect(
        "view types", Set(names).isSuperset(of: ShippedScreens.viewTypes), "the shipped eight",
        got: "\(names)")
      for name in ShippedScreens.viewTypes {
        let response = try await subject.fetch("/view-types/\(name)")
        let properties = try response.member("/properties").objectValue
        try expect("properties in \(response.about)", properties?.isEmpty, is: false)
      }
      try await subject.fetch("/view-types/TWO_LINE_TEXT").expectContains(
        ["text1", "text2"], at: "/required")
    },
    Check("an unknown view type returns 404 and names the nearest one") { subject in
      try await subject.get("/view-types/THREE_LINE_TEXT").problem(404, naming: ["TWO_LINE_TEXT"])
    },
    Check("the list of formats has the five shipped ones, each with its template") { subject in
      let names = try await subject.fetch("/formats").names("/formats")
      try expect(
        "formats", Set(names).isSuperset(of: ShippedScreens.formats), "the shipped five", got: "\(names)")
      for name in ShippedScreens.formats {
        let response = try await subject.fetch("/formats/\(name)")
        _ = try response.member("/screen")
        _ = try response.member("/item")
      }
    },
    Check("an unknown format returns 404 and names the nearest one") { subject in
      try await subject.get("/formats/viewItem").problem(404, naming: ["viewItems"])
    },
  ]

  /// Health, version, OpenAPI and metrics.
  static let operations: [Check] = [
    Check("health is ok") { subject in
      let health = try await subject.fetch("/health")
      let status = try health.member("/status").stringValue ?? ""
      try expect("status", status == "ok", "ok", got: status)
      _ = try health.member("/store")
      _ = try health.member("/revision")
      _ = try health.member("/staleFor")
    },
    Check("/version returns the version") { subject in
      let version = try await subject.fetch("/version").member("/version").stringValue ?? ""
      try expect("version", !version.isEmpty, "a text", got: "none")
    },
    Check("the OpenAPI document is version 3.1 and names every path") { subject in
      let response = try await subject.fetch("/openapi.json")
      let openapi = try response.member("/openapi").stringValue ?? ""
      try expect("openapi", openapi.hasPrefix("3.1."), "3.1", got: openapi)
      for name in ["title", "version"] { _ = try response.member("/info/\(name)") }
      let names = try response.member("/paths").objectValue?.names ?? []
      for path in ["/screens", "/view-types", "/formats", "/health", "/version", "/metrics", "/openapi.json"]
      {
        try expect("paths of \(response.about)", names.contains(path), "one for \(path)", got: "\(names)")
      }
      let templates = names.map { $0.replacingParameters(with: "{}") }
      for path in [
        "/screens/{}", "/screens/{}/explain", "/view-types/{}", "/formats/{}", "/admin/screens/{}",
        "/admin/screens/{}/order", "/admin/screens/{}/versions", "/admin/screens/{}/rollback",
      ] {
        try expect("paths of \(response.about)", templates.contains(path), "one for \(path)", got: "\(names)")
      }
    },
    Check("every GET without parameters in the OpenAPI document succeeds") { subject in
      let paths = try await subject.fetch("/openapi.json").member("/paths").objectValue ?? [:]
      for path in paths where !path.name.contains("{") && !path.name.hasPrefix("/admin") {
        // A stream of events never ends.
        guard let get = path.value["get"],
          get["responses"]?["200"]?["content"]?["text/event-stream"] == nil
        else { continue }
        // `/` redirects browsers to the console. Other clients get a 404.
        let response = try await subject.get(path.name, [CurlField("Accept", "text/html, */*")])
        try expect("status of \(response.about)", response.status < 400, "below 400", got: response.summary)
      }
    },
    Check("metrics are Prometheus text and count requests") { subject in
      let before = try await subject.fetch("/metrics")
      let mediaType = try before.require("Content-Type")
      try expect("Content-Type of metrics", mediaType.hasPrefix("text/plain"), "text/plain", got: mediaType)
      let (first, _) = (try samples(in: before), try await subject.fetch("/screens/home"))
      let second = try samples(in: try await subject.fetch("/metrics"))
      try expect(
        "samples after one more request", second.contains { name, value in value > first[name] ?? 0 },
        "one that has grown", got: "none")
    },
  ]
}

/// The samples of the Prometheus text format, by name and labels.
private func samples(in response: CheckedResponse) throws(CheckFailure) -> [String: Double] {
  var samples: [String: Double] = [:]
  for line in response.raw.text.split(separator: "\n") where !line.hasPrefix("#") {
    let parts = line.split(separator: " ")
    guard let last = parts.last, let value = Double(last), parts.count >= 2, line.first?.isLetter == true
    else {
      throw CheckFailure(what: "a line of metrics", expected: "name, labels and value", got: String(line))
    }
    samples[parts.dropLast().joined(separator: " ")] = value
  }
  try expect("samples", !samples.isEmpty, "some", got: response.summary)
  return samples
}

extension CheckedResponse {
  /// The elements of an array in the body.
  func elements(_ pointer: String) throws(CheckFailure) -> [JSONValue] {
    let value = try member(pointer)
    return try SelfTest.require("\(pointer) of \(about)", value.arrayValue, "an array", got: value.text)
  }

  /// The names of the elements of an array in the body.
  func names(_ pointer: String) throws(CheckFailure) -> [String] {
    try elements(pointer).compactMap { $0["name"]?.stringValue }
  }

  fileprivate func expectContains(_ texts: [String], at pointer: String) throws(CheckFailure) {
    let got = try elements(pointer).compactMap(\.stringValue)
    try expect("\(pointer) of \(about)", Set(got).isSuperset(of: texts), "\(texts)", got: "\(got)")
  }
}

extension String {
  /// The path template with every `{name}` replaced.
  fileprivate func replacingParameters(with text: String) -> String {
    split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("{") && $0.hasSuffix("}") ? text : String($0) }.joined(separator: "/")
  }
}
