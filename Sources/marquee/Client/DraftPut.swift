import ArgumentParser
import JSONText
import Screens

/// `marquee draft put`.
struct DraftPut: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "put", abstract: "Saves a file as the draft of a screen. It may be invalid as yet.")

  @Argument(help: "The route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @Argument(help: "The file of the definition.")
  var file: String

  @Option(help: "The version that the draft takes into account. (default: as it was)")
  var baseVersion: Int?

  @OptionGroup var options: ServerOptions

  func run() throws {
    let text: [UInt8]
    do throws(ScreenFile.FileFault) {
      text = try ScreenFile.text(of: file).get()
    } catch {
      StandardError.write("marquee: \(printable(file)): \(error.text)")
      throw ExitCode(1)
    }
    let client = try options.client()
    let answer = try client.ask(
      "PUT", route.adminPath + "/draft",
      parameters: baseVersion.map { [("baseVersion", String($0))] } ?? [], body: text)
    guard answer.isSuccess else {
      for line in Refusal(answer).lines(path: file, source: text, .standardError) {
        StandardError.write(line)
      }
      throw ExitCode(1)
    }
    guard options.output == .text else {
      StandardOutput.write(String(decoding: answer.body, as: UTF8.self))
      return
    }
    let findings = Refusal.findings(answer.json?["errors"])
    StandardOutput.write(
      "\(route): draft \(answer.status == 201 ? "created" : "saved"), \(DraftShow.base(answer.json?["baseVersion"]))"
    )
    for line in Refusal.lines(findings, path: file, source: text, .standardOutput) {
      StandardOutput.write(line)
    }
  }
}
