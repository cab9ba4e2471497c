import AdminModel
import ArgumentParser
import ProgramOutput
import Screens

/// `marquee draft put`.
struct DraftPut: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "put", abstract: "Save a file as the draft of a screen.",
    discussion: """
      An invalid draft is saved, too, and its errors and warnings are printed.

      EXAMPLE:
        marquee draft put home home.json
      """)

  @Argument(help: "Route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @Argument(help: "File of the definition.", completion: .file(extensions: ["json"]))
  var file: String

  @Option(
    help: ArgumentHelp(
      "Version that the draft is based on. (default: unchanged, or the current version for a new draft)",
      valueName: "version"))
  var baseVersion: Int?

  @OptionGroup var options: ServerOptions

  func run() throws {
    let text: [UInt8]
    do throws(ScreenFile.ReadError) {
      text = try ScreenFile.text(of: file).get()
    } catch {
      StandardError.write("marquee: \(printable(file)): \(error.text)")
      throw ExitCode(1)
    }
    let client = try options.client()
    let response = try client.send(
      "PUT", route.adminPath + "/draft",
      parameters: baseVersion.map { [("baseVersion", String($0))] } ?? [], body: text)
    guard response.isSuccess else {
      for line in Refusal(response).lines(path: file, source: text, .standardError) {
        StandardError.write(line)
      }
      throw ExitCode(1)
    }
    guard options.output == .text else {
      StandardOutput.write(String(decoding: response.body, as: UTF8.self))
      return
    }
    let draft = try client.decoded(response, as: SavedDraft.self)
    StandardOutput.write(
      "\(route): draft \(response.status == 201 ? "created" : "saved"), \(DraftShow.base(draft.baseVersion))")
    let errors = draft.errors.lines(path: file, source: text, .standardOutput)
    let warnings = (draft.warnings ?? [])
      .lines(severity: .warning, path: file, source: text, .standardOutput)
    for line in errors + warnings { StandardOutput.write(line) }
  }
}
