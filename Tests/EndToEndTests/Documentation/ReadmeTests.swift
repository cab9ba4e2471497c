import BuiltPrograms
import Foundation
import JSONText
import TestFolders
import Testing

/// The README and the articles: runs their commands, compiles their Swift and follows their links.
@Suite final class ReadmeTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.delete("screens")
    try FileManager.default.copyItem(
      at: PackageFolder.url.appending(path: "screens"), to: folder.url.appending(path: "screens"))
    // In the data folder that commands take when none is named.
    try folder.write(Server.token + "\n", to: ".marquee/admin-token")
  }

  @Test func `the README is a tour that one can read in a few minutes`() throws {
    let text = try DocumentationPage("README.md").text
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 250)
  }

  // MARK: Commands

  /// The commands below find the program anyway, so they do not notice a wrong path.
  @Test func `the tour takes the program that its first command has built`() throws {
    let script = try String(contentsOf: PackageFolder.url.appending(path: ".ci/serve"), encoding: .utf8)
    let configuration = try #require(script.firstMatch(of: /CONFIGURATION:-([a-z]+)/)).1
    let text = try DocumentationPage("README.md").text
    let paths = text.matches(of: /PATH=\$PWD\/\.build\/([a-z]+):/).map { $0.1 }
    #expect(paths == [configuration])
  }

  @Test func `pages have commands to run`() throws {
    let steps = try DocumentationPage.all().map(\.steps.count)
    #expect(steps.reduce(0, +) > 80)
  }

  @Test(arguments: try DocumentationPage.all().filter { !$0.steps.isEmpty })
  func `the commands print what the page says`(_ page: DocumentationPage) async throws {
    try await Server.run(in: folder, ["--data", ".marquee"]) { server in
      var variables = ""
      for step in page.steps {
        let command = step.command.replacing("http://localhost:8080", with: server.url)
          .replacing("http://127.0.0.1:8080", with: server.url)
        if step.isAssignment {
          // Its value, once: a session is not begun again for each step.
          let name = String(command.prefix { $0 != "=" })
          let value = try await run(command + "\nprintf %s \"$\(name)\"", server, variables)
          variables += "\(name)='\(value)'\n"
          continue
        }
        let printed = try await run(command, server, variables)
        let wanted = step.output.split(separator: "…", omittingEmptySubsequences: false)
        #expect(Self.fits(printed, wanted), "\(step.command)\nprints\n\(printed)\ninstead of\n\(step.output)")
      }
    }
  }

  /// Whether a text contains the pieces in their order, the first and the last one at its ends.
  private static func fits(_ text: String, _ pieces: [Substring]) -> Bool {
    guard let first = pieces.first, let last = pieces.last, text.hasPrefix(first) else { return false }
    guard pieces.count > 1 else { return text == first }
    var rest = text.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let range = rest.range(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }

  /// The standard output of a script, with LF for CR LF and without line ends at the end.
  private func run(_ script: String, _ server: Server, _ variables: String) async throws -> String {
    let programs = try BuiltProgram.url("marquee").deletingLastPathComponent().path(percentEncoded: false)
    let path = programs + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    return try await output(
      of: ["/bin/bash", "-c", variables + script],
      environment: ["PATH": path, "MARQUEE_SERVER": server.url], errors: false
    ).text.replacing("\r\n", with: "\n").trimmingCharacters(in: .newlines)
  }

  @Test(arguments: try DocumentationPage.all().filter { !$0.blocks("json").isEmpty })
  func `the JSON is valid`(_ page: DocumentationPage) throws {
    for block in page.blocks("json") { _ = try JSONParser.parse(block) }
  }

  // MARK: Swift

  /// Pages whose Swift needs no UIKit; that of ScreenKit's catalog is checked beside ScreenKit.
  private static func pagesWithSwift() throws -> [DocumentationPage] {
    try DocumentationPage.all().filter {
      !$0.path.hasPrefix("Sources/ScreenKit/") && !$0.blocks("swift").isEmpty
    }
  }

  @Test(.enabled(if: !Program.isSanitized), arguments: try pagesWithSwift())
  func `the Swift compiles`(_ page: DocumentationPage) async throws {
    let flags = try Self.compilerFlags()
    for (number, block) in page.blocks("swift").enumerated() {
      let complaint = try await complaint(about: block, "Example\(number).swift", flags)
      #expect(complaint == nil, "\(block)\n\(complaint ?? "")")
    }
  }

  @Test(.enabled(if: !Program.isSanitized))
  func `invalid Swift does not compile`() async throws {
    let complaint = try await complaint(
      about: "import MarqueeServer\n\nlet server = Marquee(nothing: 1)\n", "Wrong.swift",
      try Self.compilerFlags())
    #expect(complaint?.contains("error:") == true)
  }

  /// The output of the compiler; nil if it accepts the code.
  private func complaint(about block: String, _ name: String, _ flags: [String]) async throws -> String? {
    try folder.write(Self.program(block), to: name)
    let result = try await output(of: ["/usr/bin/env", "swiftc"] + flags + [folder.path(name)], errors: true)
    return result.status == 0 ? nil : result.text
  }

  /// Wraps statements in a function. A block with declarations stays as it is.
  private static func program(_ block: String) -> String {
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
    let declarations = ["@", "struct ", "final class ", "class ", "enum ", "extension ", "func "]
    if lines.contains(where: { line in declarations.contains { line.hasPrefix($0) } }) { return block }
    let imports = lines.filter { $0.hasPrefix("import ") }
    let statements = lines.filter { !$0.hasPrefix("import ") }
    return imports.joined(separator: "\n") + "\nfunc example() async throws {\n"
      + statements.joined(separator: "\n") + "\n}\n"
  }

  /// Type-checks against the modules that were built with the tests, and the C modules that these import.
  private static func compilerFlags() throws -> [String] {
    let modules = try #require(inBuildFolder("Modules/MarqueeServer.swiftmodule")).deletingLastPathComponent()
    let sqlite = try #require(inBuildFolder("checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap"))
    let sources = PackageFolder.url.appending(path: "Sources")
    let own = try FileManager.default.contentsOfDirectory(atPath: sources.path(percentEncoded: false))
      .sorted()
      .flatMap { ["\($0)/module.modulemap", "\($0)/include/module.modulemap"] }
      .map { sources.appending(path: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
    let language = ["-swift-version", "6", "-warnings-as-errors", "-parse-as-library"]
    return ["-typecheck", "-module-name", "Example", "-I", modules.path(percentEncoded: false)] + language
      + (own + [sqlite]).flatMap { ["-Xcc", "-fmodule-map-file=\($0.path(percentEncoded: false))"] }
  }

  /// A file in the folder of the build that the tests are from, or in one around it.
  private static func inBuildFolder(_ path: String) -> URL? {
    let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }.map { URL(fileURLWithPath: $0) }
    let usual = PackageFolder.url.appending(path: ".build/debug/marquee")
    for start in bundles + [Bundle.main.executableURL, usual].compactMap(\.self) {
      var folder = start.deletingLastPathComponent()
      for _ in 0..<6 {
        let file = folder.appending(path: path)
        if FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) { return file }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }

  // MARK: Links

  @Test(arguments: try DocumentationPage.all())
  func `every link has a target`(_ page: DocumentationPage) throws {
    for link in page.links where !link.hasPrefix("http://") && !link.hasPrefix("https://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let path = Self.path(of: String(parts[0]), in: page)
      let exists = FileManager.default.fileExists(
        atPath: PackageFolder.url.appending(path: path).path(percentEncoded: false))
      #expect(exists, "\(page.path): \(link)")
      guard exists, parts.count == 2, path.hasSuffix(".md") else { continue }
      let isThere = try DocumentationPage(path).anchors.contains(DocumentationPage.anchor(parts[1]))
      #expect(isThere, "\(page.path): \(link)")
    }
  }

  /// The file of a link within the package.
  private static func path(of target: String, in page: DocumentationPage) -> String {
    let folder = page.path.split(separator: "/").dropLast()
    if let name = target.wholeMatch(of: /doc:(.*)/)?.output.1 {
      // An article of the same catalog; the module's own name is its landing page.
      let article = name.split(separator: "/").last.map(String.init)
      return article.map { (folder + ["\($0).md"]).joined(separator: "/") } ?? page.path
    }
    guard !target.isEmpty else { return page.path }
    var place = Array(folder)
    for part in target.split(separator: "/") where part != "." {
      if part == ".." {
        if !place.isEmpty { place.removeLast() }
      } else {
        place.append(part)
      }
    }
    return place.joined(separator: "/")
  }

  // MARK: Processes

  /// Runs a command in the test's folder.
  /// - Parameter errors: whether standard error is a part of the text.
  private func output(
    of arguments: [String], environment: [String: String] = [:], errors: Bool
  ) async throws -> (status: Int32, text: String) {
    let file = folder.url.appending(path: "output-\(UUID().uuidString)")
    let process = try ChildProcess(
      URL(filePath: arguments[0]), Array(arguments.dropFirst()), in: folder.url,
      environment: Program.environment(with: environment), output: .file(file),
      errors: errors ? .file(file) : .null)
    return (await process.exitStatus(), folder.text(of: file.lastPathComponent))
  }
}
