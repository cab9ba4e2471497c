import JSONText
import Screens

/// An exposure that an app reports, because a cache or its own copy served the screen.
struct ReportedExposure {
  /// The maximum number of exposures of a report.
  static let maximumCount = 1000
  /// The maximum length of an id, in bytes.
  static let maximumIDBytes = 100
  /// The maximum length of a unit, in bytes.
  static let maximumUnitBytes = 1024

  /// The maximum length of the key of an experiment or a variant, in bytes.
  static let maximumKeyBytes = Name.maximumBytes

  let id: String
  let unit: String
  let experiment: String
  let variant: String
  /// Seconds since 1970 UTC.
  let time: Double

  /// Reads the body of a report.
  /// - Throws: ``ScreensError/invalidBody(_:)`` with lines and columns. One faulty exposure refuses the whole report.
  static func list(in body: [UInt8]) throws(ScreensError) -> [ReportedExposure] {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let noun = "a report"
    let members = MemberReader(document.value, at: .root, named: noun, allowed: ["exposures"], &diagnostics)
    _ = members?.required("exposures", of: noun, &diagnostics)
    let values = members?.array("exposures", &diagnostics) ?? []
    let location = JSONPointer(tokens: ["exposures"])
    var exposures: [ReportedExposure] = []
    if values.count > maximumCount {
      diagnostics.add(
        Diagnostic(
          .tooMany, at: location, "a report has at most \(maximumCount) exposures, not \(values.count)",
          hint: "send the rest in another report"))
    } else {
      for (index, value) in values.enumerated() {
        if let exposure = ReportedExposure(value, at: location.appending(index), &diagnostics) {
          exposures.append(exposure)
        }
      }
    }
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    return exposures
  }

  private init?(_ value: JSONValue, at location: JSONPointer, _ diagnostics: inout Diagnostics) {
    let noun = "an exposure"
    let names = ["id", "user", "experiment", "variant", "time"]
    guard let members = MemberReader(value, at: location, named: noun, allowed: names, &diagnostics) else {
      return nil
    }
    var texts: [String: String] = [:]
    for name in names where members.required(name, of: noun, &diagnostics) != nil {
      texts[name] = members.string(name, &diagnostics)
    }
    let limits = [
      ("id", Self.maximumIDBytes), ("user", Self.maximumUnitBytes), ("experiment", Self.maximumKeyBytes),
      ("variant", Self.maximumKeyBytes),
    ]
    for (name, limit) in limits {
      guard let text = texts[name], !(1...limit).contains(text.utf8.count) else { continue }
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location.appending(name),
          "\(quoted(name)) has 1 to \(limit) bytes, not \(text.utf8.count)"))
    }
    for name in ["id", "user"] {
      guard let text = texts[name], !Exposure.canCount(text) else { continue }
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location.appending(name), "\(quoted(name)) has a control character",
          hint: "send it without"))
    }
    let time = texts["time"].flatMap { Timestamp.seconds($0) }
    if let text = texts["time"], time == nil {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location.appending("time"), "\(quoted(text)) is not a time",
          hint: "a time of RFC 3339, such as 2026-11-22T10:00:00Z"))
    }
    guard let id = texts["id"], let unit = texts["user"], let experiment = texts["experiment"],
      let variant = texts["variant"], let time
    else { return nil }
    self.id = id
    self.unit = unit
    self.experiment = experiment
    self.variant = variant
    self.time = time
  }
}
