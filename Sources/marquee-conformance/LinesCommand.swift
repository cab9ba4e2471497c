import ArgumentParser
import JSONText
import ProgramOutput

/// `lines`: reads JSON requests and writes JSON responses, one object per line.
struct LinesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lines",
    abstract: "Read one JSON request per line, and write one JSON response per line.",
    discussion: """
      EXAMPLE:
        echo '{"op":"hash","seed":"seed","value":"a","version":2}' | marquee-conformance lines
      """)

  func run() throws {
    var session = LineSession()
    var reader = LineReader()
    while let line = try reader.next() {
      let response: JSONValue
      switch line {
      case .text(let bytes): response = session.response(to: bytes)
      case .tooLong:
        response = LineError("the line is longer than \(LineReader.maximumLength) bytes").response
      }
      // One write per line, so that a client that waits for the response gets it at once.
      StandardOutput.write(response.serialized() + [0x0A])
    }
  }
}
