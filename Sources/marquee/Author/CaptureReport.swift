import JSONText
import ProgramOutput
import ScreenCapture
import Screens

/// The report of `marquee capture`.
struct CaptureReport {
  private let capture: ScreenCapture
  private let folder: String
  private let isRedacted: Bool
  private let explains: Bool

  /// - Parameters:
  ///   - isRedacted: whether personal data is replaced.
  ///   - explains: whether to say how the responses were understood.
  init(_ capture: ScreenCapture, folder: String, isRedacted: Bool, explains: Bool) {
    self.capture = capture
    self.folder = folder
    self.isRedacted = isRedacted
    self.explains = explains
  }

  func write(as output: Capture.Output) {
    switch output {
    case .text: for line in lines { StandardOutput.write(line) }
    case .json: StandardOutput.write(json.text)
    }
  }

  private func path(of path: String) -> String { folder.hasSuffix("/") ? folder + path : folder + "/" + path }

  private func lines(on file: CapturedFile) -> [String] {
    let path = printable(path(of: file.path))
    if file.replaced == nil { return ["wrote \(path)"] }
    return file.changes.isEmpty ? ["updated \(path)"] : Self.lines("widened \(path)", file.changes)
  }

  /// A line, or several for more than one change.
  private static func lines(_ start: String, _ changes: [SchemaChange]) -> [String] {
    var lines = changes.prefix(maximumChanges).map { change in
      "\(start): \(quoted(change.location.description)) \(printable(change.text))"
    }
    if changes.count > maximumChanges {
      lines.append("\(start): and \(changes.count - maximumChanges) more; see --output json")
    }
    return lines
  }

  /// The largest number of changes of one file in the text.
  private static let maximumChanges = 20

  private static func json(_ changes: [SchemaChange]) -> JSONValue {
    .array(
      changes.map { ["pointer": .string($0.location.description), "change": .string($0.text)] })
  }

  private var lines: [String] {
    var lines = capture.outcomes.map { outcome in
      var line = "\(outcome.word): \(outcome.request.method) \(outcome.request.url)"
      if let route = outcome.route { line += " as /screens/\(route.name)" }
      if let name = outcome.endpoint { line += " as _endpoints/\(name).json" }
      if case .page(let page) = outcome.result { line += ", page \(page.number)" }
      if let reason = outcome.reason { line += ": \(reason)" }
      return printable(line)
    }
    for file in capture.files { lines += self.lines(on: file) }
    for schema in capture.protected {
      let path = printable(path(of: schema.path))
      lines += Self.lines(
        "not widened \(path), because \(schema.reason); it would have to change", schema.changes)
    }
    lines += capture.unchanged.map { "unchanged \(printable(folder))/\($0.name).json" }
    lines += capture.notes.map { "note: \(printable($0))" }
    let personalData = capture.personalData
    lines += personalData.prefix(Self.maximumPlaces).map { request, data in
      printable(
        "\(isRedacted ? "redacted" : "personal data"): \(data.kind.rawValue) \(Self.words(data.place)) of \(request.method) \(request.url)"
      )
    }
    if personalData.count > Self.maximumPlaces {
      lines.append(
        "and personal data in \(personalData.count - Self.maximumPlaces) more places; see --output json")
    }
    if !personalData.isEmpty, !isRedacted {
      lines.append(
        "note: everybody who reaches the server can read its screens; replace personal data with --redact")
    }
    if explains { lines += capture.explanations.flatMap(\.lines).map { printable($0) } }
    let counts = ["equal", "page", "endpoint", "differs", "left-out"].compactMap { word -> String? in
      let count = capture.outcomes.count { $0.word == word }
      return switch word {
      case "page": count == 0 ? nil : "\(count) sent as \(count == 1 ? "a page" : "pages")"
      case "endpoint": count == 0 ? nil : "\(count) answered by \(count == 1 ? "an endpoint" : "endpoints")"
      case "differs": "\(count) differ"
      default: "\(count) \(word.replacing("-", with: " "))"
      }
    }
    let noun = capture.outcomes.count == 1 ? "request" : "requests"
    lines.append("\(capture.outcomes.count) \(noun): \(counts.joined(separator: ", "))")
    return lines
  }

  /// The largest number of places with personal data in the text.
  private static let maximumPlaces = 100

  private static func words(_ place: PersonalData.Place) -> String {
    switch place {
    case .response(let location): "at \(quoted(location.description)) in the response"
    case .parameter(let name): "in the parameter \(quoted(name))"
    case .path: "in the path"
    case .member(let name): "in the body's member \(quoted(name))"
    case .field(let name): "in the field \(name)"
    }
  }

  private static func json(_ request: RecordedRequest, _ data: PersonalData) -> JSONValue {
    var json: JSONObject = ["kind": .string(data.kind.rawValue), "index": .number(JSONNumber(request.index))]
    switch data.place {
    case .response(let location): (json["in"], json["pointer"]) = ("response", .string(location.description))
    case .parameter(let name): (json["in"], json["name"]) = ("query", .string(name))
    case .path: json["in"] = "path"
    case .member(let name): (json["in"], json["name"]) = ("body", .string(name))
    case .field(let name): (json["in"], json["name"]) = ("header", .string(name))
    }
    return .object(json)
  }

  private var json: JSONValue {
    var json: JSONObject = ["requests": .array(capture.outcomes.map(\.json))]
    for kind in [CapturedFile.Kind.screen, .viewType, .format, .endpoint] {
      let new = capture.files.filter { $0.kind == kind && $0.replaced == nil }
      json[kind.rawValue] = .array(new.map { .string($0.name) })
    }
    let (new, changed) = (
      capture.files.filter { $0.replaced == nil }, capture.files.filter { $0.replaced != nil }
    )
    json["files"] = .array(new.map { .string(path(of: $0.path)) })
    json["updated"] = .array(changed.filter(\.changes.isEmpty).map { .string(path(of: $0.path)) })
    json["widened"] = .array(
      changed.filter { !$0.changes.isEmpty }.map {
        ["file": .string(path(of: $0.path)), "changes": Self.json($0.changes)]
      })
    json["notWidened"] = .array(
      capture.protected.map {
        [
          "file": .string(path(of: $0.path)), "reason": .string($0.reason), "changes": Self.json($0.changes),
        ]
      })
    json["unchanged"] = .array(capture.unchanged.map { .string($0.name) })
    json["personalData"] = .array(capture.personalData.map { Self.json($0.request, $0.data) })
    json["redacted"] = .bool(isRedacted)
    json["notes"] = .array(capture.notes.map { .string($0) })
    if explains { json["explanations"] = .array(capture.explanations.map(\.json)) }
    return .object(json)
  }
}
