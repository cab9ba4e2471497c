import CConsole
import Screens

/// A file of the console's web application, which is part of the program.
struct ConsoleFile: Sendable {
  /// The file in one content coding, with its entity tag.
  struct Coded: Sendable {
    let bytes: [UInt8]
    let tag: String
  }

  /// The media type, with the charset.
  let type: StaticString
  let identity: Coded
  /// Nil if compression does not make the file smaller.
  let gzip: Coded?

  private init(name: String, bytes: [UInt8]) {
    type =
      switch name.split(separator: ".").last {
      case "html": "text/html; charset=utf-8"
      case "js": "text/javascript; charset=utf-8"
      case "css": "text/css; charset=utf-8"
      case "svg": "image/svg+xml"
      default: "application/octet-stream"
      }
    identity = Coded(bytes: bytes, tag: EntityTag.of(bytes))
    let compressed = Gzip.compress(bytes)
    gzip = compressed.flatMap { $0.count < bytes.count ? Coded(bytes: $0, tag: EntityTag.of($0)) : nil }
  }

  /// The style sheets in the order of the cascade. Pages load them as one file, ``styleSheet``, which is a quarter
  /// smaller than the compressed files.
  private static let styleSheets = [
    "console", "editor", "form", "pages", "review", "comments", "find", "board", "translations", "rollouts",
    "phone",
  ]
  private static let styleSheet = "style.css"

  /// The files by their path, such as `kit.js`. They are compressed once, at the first use.
  static let all: [String: ConsoleFile] = {
    var files: [String: [UInt8]] = [:]
    var styles: [String: [UInt8]] = [:]
    for (path, bytes) in sources {
      if path.hasSuffix(".css") {
        styles[path] = ConsoleSource.compacted(bytes)
      } else if !path.hasSuffix(".js") {
        files[path] = bytes
      }
    }
    files[styleSheet] = styleSheets.flatMap { styles["\($0).css"] ?? [] }
    files.merge(scripts.scripts) { $1 }
    return Dictionary(
      uniqueKeysWithValues: files.map { ($0.key, ConsoleFile(name: $0.key, bytes: $0.value)) })
  }()

  /// The scripts of all modules.
  static var scripts: ConsoleScripts {
    ConsoleScripts(sources.filter { $0.key.hasSuffix(".js") }.mapValues(ConsoleSource.compacted))
  }

  /// The files of `app/`.
  private static var sources: [String: [UInt8]] {
    var sources: [String: [UInt8]] = [:]
    var index: UInt = 0
    // SAFETY: the list ends with an entry without a name, and each entry has its number of bytes.
    while true {
      let entry = unsafe marquee_console_file_at(index)
      guard let name = unsafe entry.name else { return sources }
      let bytes = unsafe Array(UnsafeBufferPointer(start: entry.bytes, count: Int(entry.count)))
      let path = unsafe String(cString: name)
      sources[path] = bytes
      index += 1
    }
  }
}
