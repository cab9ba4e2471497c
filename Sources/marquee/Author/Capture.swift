import ArgumentParser
import FileSystem
import JSONText
import ScreenCapture
import Screens

/// `marquee capture`.
struct Capture: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make screens and endpoints from recorded traffic.",
    discussion: """
      Reads an HTTP Archive (HAR), and writes screens, view types and wire formats, so that 'marquee serve' responds to \
      the recorded requests with equal JSON, and endpoints that answer other requests, and screens at the addresses of \
      the app. Says which requests it could not capture, and where it found e-mail addresses, tokens, cookies and \
      phone numbers.

      A later recording widens the schemas that capture has drafted ("x-drafted": true) and replaces the screens that it \
      has written, and says so. What you have written or edited is never changed.

      Exits with 0 if screens or endpoints were captured, all screens send equal JSON, and no request was left out, \
      else with 1.

      EXAMPLES:
        marquee capture traffic.har --screens new
        marquee capture traffic.har --screens new --url 'https://api.example.com/v1/*' --redact
        marquee capture traffic.har --screens new --items /data/rows --type /style --id /ref --explain
      """)

  enum Output: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "The recording, HAR 1.2.", completion: .file(extensions: ["har", "json"]))
  var file: String

  @Option(
    help: ArgumentHelp("Folder for the screens; created if missing.", valueName: "folder"),
    completion: .directory)
  var screens = "screens"

  @Option(
    help: ArgumentHelp(
      """
      Capture only requests whose URL begins with this text: api.example.com/v1, or /v1 for any host, or a whole URL. \
      A text with * for any characters must match all of it. Can be repeated. (default: all requests)
      """, valueName: "pattern"))
  var url: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      JSON Pointer to the items in a response: an array, an object of elements by id, or one element, such as \
      /data/rows. Responses that have nothing there are read as without it. Can be repeated: each becomes a section. \
      (default: inferred)
      """, valueName: "pointer"))
  var items: [String] = []

  @Option(
    help: ArgumentHelp(
      "JSON Pointer to the view type in an element, such as /style. (default: inferred)", valueName: "pointer"
    ))
  var type: String?

  @Option(
    help: ArgumentHelp(
      "JSON Pointer to the id in an element, such as /ref. (default: inferred)", valueName: "pointer"))
  var id: String?

  @Flag(help: "Say for each screen how its responses were understood.")
  var explain = false

  @Flag(help: "Replace e-mail addresses, tokens, cookies and phone numbers, in the files and in the report.")
  var redact = false

  @Flag(help: "Exit with 0 even if requests were left out.")
  var allowLeftOut = false

  @Option(help: ArgumentHelp("Format of the report.", valueName: "format"))
  var output = Output.text

  func run() throws {
    do {
      let hints = try readHints()
      let recording = try readRecording()
      let folder = try CaptureFolder(screens)
      let capture = ScreenCapture(recording, existing: folder.existing, hints: hints)
      try folder.write(capture)
      CaptureReport(capture, folder: screens, isRedacted: redact, explains: explain).write(as: output)
      if !capture.isComplete(allowsLeftOut: allowLeftOut) { throw ExitCode(1) }
    } catch let error as CommandError {
      throw error.exit
    }
  }

  private func readHints() throws(CommandError) -> ElementHints {
    var hints = ElementHints()
    for text in items { hints.items.append(try Self.pointer(text, of: "--items")) }
    if let type { hints.type = try Self.pointer(type, of: "--type", isInElement: true) }
    if let id { hints.id = try Self.pointer(id, of: "--id", isInElement: true) }
    return hints
  }

  /// - Parameter isInElement: whether the pointer names a place in an element, which is not the element itself.
  private static func pointer(
    _ text: String, of option: String, isInElement: Bool = false
  ) throws(CommandError) -> JSONPointer {
    guard let pointer = JSONPointer(text), !isInElement || !pointer.tokens.isEmpty else {
      throw CommandError(
        "\(option) \(quoted(text)) is not a JSON Pointer (RFC 6901) to a place; write it as /data/rows, with ~1 for / and ~0 for ~ in a name"
      )
    }
    return pointer
  }

  private func readRecording() throws(CommandError) -> Recording {
    let text: [UInt8]
    // A C string ends at U+0000, so another file would be read.
    let result =
      file.utf8.contains(0)
      ? .failure(.unreadable) : FileAccess.bytes(of: file, limit: CaptureLimits.recordingBytes)
    switch result {
    case .success(let bytes): text = bytes
    case .failure(.tooLarge):
      throw CommandError(
        "the recording \(printable(file)) has more than \(CaptureLimits.recordingBytes) bytes; record less, or split it"
      )
    case .failure(.notRegular): throw CommandError("the recording \(printable(file)) is not a regular file")
    case .failure(.unreadable): throw CommandError.unreadable(file, named: "the recording ")
    }
    do throws(Recording.FormatError) {
      return try Recording(text, matching: url.map { URLPattern($0) }, redacts: redact)
    } catch {
      throw CommandError("\(printable(file)):\(error.message)")
    }
  }
}
