import JSONText
import ProgramOutput
import ScreenCapture
import Screens

/// The report of `marquee capture`.
struct CaptureReport {
  private let capture: ScreenCapture
  private let folder: String

  init(_ capture: ScreenCapture, folder: String) {
    self.capture = capture
    self.folder = folder
  }

  func write(as output: Capture.Output) {
    switch output {
    case .text: for line in lines { StandardOutput.write(line) }
    case .json: StandardOutput.write(json.text)
    }
  }

  private func path(of file: CapturedFile) -> String {
    folder.hasSuffix("/") ? folder + file.path : folder + "/" + file.path
  }

  private var lines: [String] {
    var lines = capture.outcomes.map { outcome in
      var line = "\(outcome.word): \(outcome.request.method) \(outcome.request.url)"
      if let route = outcome.route { line += " as /screens/\(route.name)" }
      if let reason = outcome.reason { line += ": \(reason)" }
      return printable(line)
    }
    lines += capture.files.map { "wrote \(printable(path(of: $0)))" }
    lines += capture.unchanged.map { "unchanged \(printable(folder))/\($0.name).json" }
    lines += capture.notes.map { "note: \(printable($0))" }
    let counts = ["equal", "differs", "left-out"].map { word in
      "\(capture.outcomes.count { $0.word == word }) \(word == "differs" ? "differ" : word.replacing("-", with: " "))"
    }
    let noun = capture.outcomes.count == 1 ? "request" : "requests"
    lines.append("\(capture.outcomes.count) \(noun): \(counts.joined(separator: ", "))")
    return lines
  }

  private var json: JSONValue {
    var json: JSONObject = ["requests": .array(capture.outcomes.map(\.json))]
    for kind in [CapturedFile.Kind.screen, .viewType, .format] {
      json[kind.rawValue] = .array(capture.files.filter { $0.kind == kind }.map { .string($0.name) })
    }
    json["files"] = .array(capture.files.map { .string(path(of: $0)) })
    json["unchanged"] = .array(capture.unchanged.map { .string($0.name) })
    json["notes"] = .array(capture.notes.map { .string($0) })
    return .object(json)
  }
}
