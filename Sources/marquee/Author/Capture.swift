import ArgumentParser
import FileSystem
import JSONText
import ScreenCapture
import Screens

/// `marquee capture`.
struct Capture: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make screens from recorded traffic.",
    discussion: """
      Reads an HTTP Archive (HAR), and writes screens, view types and wire formats, so that 'marquee serve' responds to \
      the recorded requests with equal JSON. Writes only new files. Says which requests it could not capture, and where \
      it found e-mail addresses, tokens, cookies and phone numbers.

      Exits with 0 if screens were captured, all of them send equal JSON, and no request was left out, else with 1.

      EXAMPLES:
        marquee capture traffic.har --screens new
        marquee capture traffic.har --screens new --url 'https://api.example.com/v1/*' --redact
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

  @Flag(help: "Replace e-mail addresses, tokens, cookies and phone numbers, in the files and in the report.")
  var redact = false

  @Flag(help: "Exit with 0 even if requests were left out.")
  var allowLeftOut = false

  @Option(help: ArgumentHelp("Format of the report.", valueName: "format"))
  var output = Output.text

  func run() throws {
    do {
      let capture = ScreenCapture(try readRecording(), existing: try readExisting())
      var folder = NewFiles(in: screens)
      try folder.check(capture.files.map(\.path))
      for file in capture.files { try folder.write(Self.text(of: file.json), to: file.path) }
      CaptureReport(capture, folder: screens, isRedacted: redact).write(as: output)
      if !capture.isComplete(allowsLeftOut: allowLeftOut) { throw ExitCode(1) }
    } catch let error as CommandError {
      throw error.exit
    }
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

  /// The documents in the folder; none if it does not exist.
  private func readExisting() throws(CommandError) -> ExistingScreens {
    guard !screens.isEmpty, !screens.utf8.contains(0) else {
      throw CommandError("\(quoted(screens)) is not the path of a folder")
    }
    guard SystemCall.exists(screens) else { return ExistingScreens() }
    do throws(FolderError) {
      return ExistingScreens(try FolderContents(reading: screens))
    } catch {
      throw CommandError(error)
    }
  }

  /// The text of a file: indented, unless the server would refuse to read that much.
  private static func text(of json: JSONValue) -> [UInt8] {
    let text = Array((IndentedJSON.text(json) + "\n").utf8)
    return text.count <= CaptureLimits.fileBytes ? text : json.serialized()
  }
}
