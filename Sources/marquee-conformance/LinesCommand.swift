import ArgumentParser
import Foundation
import JSONText

/// `lines`: a JSON object a line in, a JSON object a line out.
struct LinesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lines",
    abstract: "Reads a request a line and answers each with a line, until the input ends.")

  func run() throws {
    var session = LineSession()
    var reader = LineReader()
    let output = FileHandle.standardOutput
    while let line = try reader.next() {
      let answer: JSONValue
      switch line {
      case .text(let bytes): answer = session.answer(bytes)
      case .tooLong: answer = LineFault("the line is longer than \(LineReader.maximumLength) bytes").answer
      }
      // One write a line: who waits for an answer gets it at once.
      try output.write(contentsOf: Data(answer.serialized() + [0x0A]))
    }
  }
}
