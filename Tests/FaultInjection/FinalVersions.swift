/// The versions that exist at the end, and their comparison with the writes.
struct FinalVersions {
  /// A version of a route.
  private struct Place: Comparable {
    let route: String
    let version: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.route, left.version) < (right.route, right.version)
    }
  }

  private let versions: [String: [Int: String]]
  /// The versions with each marker, in order.
  private let places: [String: [Place]]

  init(_ versions: [String: [Int: String]]) {
    self.versions = versions
    var places: [String: [Place]] = [:]
    for (route, markers) in versions {
      for (version, marker) in markers {
        places[marker, default: []].append(Place(route: route, version: version))
      }
    }
    self.places = places.mapValues { $0.sorted() }
  }

  func findings(_ operations: [WriteOperation]) -> [String] {
    operations.flatMap(findings) + gaps
  }

  private func findings(_ operation: WriteOperation) -> [String] {
    let places = places[operation.marker] ?? []
    switch operation.outcome {
    case .acknowledged(let version, _):
      let expected = Place(route: operation.route, version: version)
      var findings: [String] = []
      if !places.contains(expected) {
        let marker = versions[operation.route]?[version]
        let found = marker.map { "has “\($0)”" } ?? "does not exist"
        findings.append(
          "The \(operation.name) was acknowledged as version \(version), but this version \(found).")
      }
      let others = places.filter { $0 != expected }
      if !others.isEmpty {
        findings.append(
          "The \(operation.name) was acknowledged as version \(version), but is also \(list(others)).")
      }
      return findings
    case .refused(let status, let code):
      return places.isEmpty
        ? [] : ["The \(operation.name) was refused with \(status) \(code), but is \(list(places))."]
    case .unknown:
      return places.count < 2
        ? [] : ["The \(operation.name) has an unknown outcome and happened twice: it is \(list(places))."]
    }
  }

  /// The version numbers that are left out.
  private var gaps: [String] {
    versions.sorted { $0.key < $1.key }.flatMap { route, markers in
      let newest = markers.keys.max() ?? 0
      let missing = newest > 0 ? (1...newest).filter { markers[$0] == nil } : []
      return missing.map { "\(route) has no version \($0), but version \(newest)." }
        + markers.keys.filter { $0 < 1 }.sorted().map { "\(route) has a version \($0)." }
    }
  }

  private func list(_ places: [Place]) -> String {
    places.map { "version \($0.version) of \($0.route)" }.joined(separator: " and ")
  }
}
