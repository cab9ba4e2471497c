import Foundation
import HTTPWire
import JSONText
import Screens
import TestFolders

/// A conversation with a server, kept as a file: a line begins with `! ` in a setting of the server, with `> ` in a
/// request, and with `< ` in its response.
///
///     ! serve --journal 0
///
///     > GET /admin/requests
///     > Authorization: Bearer test-token
///     < 404
///     < Content-Type: application/problem+json
///     <
///     < {
///
/// The last response is complete, except for the fields that allow pages of other origins to read it. Of the others
/// there is the status. A request without a version gets the fields `Host` and `Content-Length`. In a request, `{.NAME}`
/// is a member of the newest response that has it, `{N*TEXT*}` is the text N times, and `{N}` sends the request N times,
/// with the numbers from 1.
struct ProblemDialogue {
  struct Mistake: Error, CustomStringConvertible { let description: String }

  private enum Step {
    case setting(String)
    case request([String])
  }

  private let steps: [Step]

  init(_ text: String) throws {
    var steps: [Step] = []
    var request: [String] = []
    func isOver() {
      if !request.isEmpty { steps.append(.request(request)) }
      request = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      switch line.prefix(1) {
      case "!":
        isOver()
        steps.append(.setting(String(line.dropFirst(2))))
      case ">": request.append(String(line.dropFirst(2)))
      case "<", "": isOver()
      default: throw Mistake(description: "a line begins with none of ! > <: \(line)")
      }
    }
    isOver()
    self.steps = steps
  }

  /// Sends the requests to a server on a folder of screens.
  /// - Returns: the text of the dialogue with the responses of this server, and the last response.
  func replay(in folder: ScreensFolder) throws -> (text: String, last: FolderServer.Response) {
    var text = ""
    var rest = steps[...]
    var options = FolderServer.Options(clock: { 1_767_225_600 })
    while case .setting(let setting)? = rest.first, !["drain", "lose screens"].contains(setting) {
      text += "! \(setting)\n"
      if let option = setting.wholeMatch(of: /serve (.+)/)?.output.1 {
        try Self.set(String(option), in: &options)
      } else {
        try Self.change(folder, setting)
      }
      rest = rest.dropFirst()
    }
    var responses: [FolderServer.Response] = []
    try FolderServer.run(in: folder, options) { server in
      for (index, step) in zip(rest.indices, rest) {
        switch step {
        case .setting(let setting):
          text += "\n! \(setting)\n"
          switch setting {
          case "drain": server.drain()
          case "lose screens": server.loseScreens()
          default:
            if let seconds = setting.wholeMatch(of: /wait (\d+)/).flatMap({ Int($0.output.1) }) {
              server.pass(seconds: seconds)
            } else {
              try Self.change(folder, setting)
            }
          }
        case .request(let lines):
          if !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" }
          let count =
            lines.joined().firstMatch(of: /\{(\d+)\}/).flatMap { Int($0.output.1) } ?? 1
          var last: FolderServer.Response?
          for number in 1...count {
            let message = Self.message(lines.map { Self.filled($0, number: number, from: responses) })
            last = try server.response(to: Array(message.utf8))
          }
          guard let response = last else { throw Mistake(description: "no response") }
          responses.append(response)
          text += lines.map { ($0.isEmpty ? ">" : "> " + $0) + "\n" }.joined()
          text += index == rest.indices.last ? try Self.text(of: response) : "< \(response.status)\n"
        }
      }
    }
    guard let last = responses.last else { throw Mistake(description: "no request") }
    return (text, last)
  }

  private static func set(_ option: String, in options: inout FolderServer.Options) throws {
    switch option {
    case "--no-mock": options.disablesMock = true
    case "--journal 0": options.journal = 0
    case "--exposures off": options.recordsExposures = false
    case "--gate refuse": options.gate = .refuse
    case "--keep-versions 1": options.keepVersions = 1
    case "with a full queue of previews": options.previewsAreFull = true
    case "with the clock of this machine": options.clock = FolderServer.Options().clock
    default: throw Mistake(description: "unknown option \(option)")
    }
  }

  private static func change(_ folder: ScreensFolder, _ setting: String) throws {
    let words = setting.split(separator: " ", maxSplits: 2).map(String.init)
    switch (words.first, words.count) {
    case ("ship", 2): try folder.ship(words[1])
    case ("file", 3): try folder.write(words[2], to: "screens/" + words[1])
    case ("oversized", 2):
      try folder.write(String(repeating: "x", count: (16 << 20) + 1), to: "screens/" + words[1])
    default: throw Mistake(description: "unknown setting \(setting)")
    }
  }

  /// A line of a request with the values of its placeholders.
  private static func filled(
    _ line: String, number: Int, from responses: [FolderServer.Response]
  ) -> String {
    line.replacing(/\{\d+\}/, with: "\(number)").replacing(/\{(\d+)\*([^*]*)\*\}/) { match in
      String(repeating: String(match.output.2), count: Int(match.output.1) ?? 0)
    }.replacing(/\{\.(\w+)\}/) { match in
      let name = String(match.output.1)
      return responses.reversed().lazy
        .compactMap { (try? JSONParser.parse($0.text))?[name]?.stringValue }.first ?? ""
    }
  }

  private static func message(_ lines: [String]) -> String {
    guard let first = lines.first, !first.contains("HTTP/") else {
      return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }
    let end = lines.firstIndex(of: "") ?? lines.endIndex
    let body = lines[end...].dropFirst().joined(separator: "\n")
    var head = [first + " HTTP/1.1"] + lines[1..<end]
    if !head.contains(where: { $0.hasPrefix("Host:") }) { head.append("Host: 127.0.0.1:8080") }
    if end < lines.endIndex { head.append("Content-Length: \(body.utf8.count)") }
    return head.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  /// A response as it is in a file.
  static func text(of response: FolderServer.Response) throws -> String {
    let fields = response.fields.filter { !$0.name.hasPrefix("Access-Control-") && $0.name != "Vary" }
    let lines =
      ["\(response.status)"] + fields.map { "\($0.name): \($0.value)" } + [""]
      + (try JSONParser.parse(response.text)).indentedText.split(separator: "\n").map(String.init)
    return lines.map { ($0.isEmpty ? "<" : "< " + $0) + "\n" }.joined()
  }
}
