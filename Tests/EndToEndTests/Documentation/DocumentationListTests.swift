import CurlClient
import Foundation
import HTTPWire
import Screens
import TestFolders
import Testing

/// The lists of the documentation, compared with the program: problems, codes, options, commands, metrics, types.
@Suite final class DocumentationListTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  @Test func `every type of problem has a section, whose anchor is the end of its URI`() throws {
    let page = try DocumentationPage.article("Problems")
    let described = Set(page.text.matches(of: /(?m)^### (.+)$/).map { String($0.output.1) })
    // In the source a type stands between its status and its title.
    let source = try Self.source(of: "ScreenAPI")
    let types =
      source.matches(of: /(?:\d{3}|status),\s*"([a-z]+(?:-[a-z]+)*)",/).map { String($0.output.1) }
      + source.matches(of: /= unknown\(\.(\w+)\)/).compactMap { match in
        DocumentKind(rawValue: String(match.output.1)).map { "unknown-" + $0.word }
      }
    #expect(types.count > 40)
    #expect(described == Set(types + WireError.allCases.map(\.code)))
    #expect(page.anchors.isSuperset(of: described))
  }

  @Test func `every code of an error is listed`() throws {
    let text = try DocumentationPage.article("Problems").text
    let section = try #require(text.range(of: "## Codes of errors"))
    let end = text.range(of: "\n## ", range: section.upperBound..<text.endIndex)?.lowerBound ?? text.endIndex
    let listed = text[section.upperBound..<end].matches(of: /(?m)^\| `([a-z-]+)` \|/).map {
      String($0.output.1)
    }
    #expect(Set(listed) == Set(Diagnostic.Code.allCases.map(\.rawValue)))
  }

  @Test func `every line that a server logs is in the runbook`() throws {
    let page = try DocumentationPage.article("OperateNodes").text
    let lines = try ["MarqueeServer", "Webhooks", "Telemetry"].flatMap { target in
      try Self.source(of: target).matches(
        of:
          /(?:logger\.(?:notice|warning|error)|\breport)\(\s*(?:[a-z][\w.]*\s*\? )?"((?:[^"\\]|\\\((?:[^()]|\([^()]*\))*\))+)"/
      ).map { String($0.output.1) }
    }
    .map { $0.replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: "…") }.filter { $0 != "…" }
    #expect(lines.count > 10)
    for line in lines { #expect(page.contains("`\(line)`"), "\(line)") }
  }

  @Test func `every option of serve is listed, with its variable`() async throws {
    let help = try await Program.run(["help", "serve"], in: folder).output
    let text = try DocumentationPage.article("ConfigurationAndLimits").text
    let options = Set(help.matches(of: /(?m)^ {2,6}(--[a-z-]+)/).map { String($0.output.1) })
      .subtracting(["--version"])
    #expect(options.count > 15)
    #expect(Set(text.matches(of: /(?m)^\| `(--[a-z-]+)` \|/).map { String($0.output.1) }) == options)
    let variables = help.matches(of: /MARQUEE_[A-Z_]+/).map { String($0.output) }
    for variable in Set(variables) { #expect(text.contains("`\(variable)`"), "\(variable)") }
  }

  @Test func `every command is listed`() async throws {
    let help = try await Program.run(["--help"], in: folder).output
    let commands = help.matches(of: /(?m)^ {2}([a-z]+)(?: \(default\))?(?: {2,}\S|$)/).map {
      String($0.output.1)
    }
    .filter { $0 != "marquee" }
    #expect(commands.count > 15)
    let rows = try DocumentationPage.article("CommandLine").text.split(separator: "\n")
      .filter { $0.hasPrefix("| `marquee ") }.compactMap { $0.split(separator: "|").first }
    let listed = rows.flatMap { row in
      row.matches(of: /`(?:marquee )?([a-z]+)/).map { String($0.output.1) }
    }
    for command in commands { #expect(listed.contains(command), "\(command)") }
    let first = rows.compactMap { $0.firstMatch(of: /`marquee ([a-z]+)/).map { String($0.output.1) } }
    for command in first { #expect(commands.contains(command), "\(command)") }
  }

  @Test func `every metric is listed`() async throws {
    let text = try DocumentationPage.article("RunIt").text
    let listed = Set(text.matches(of: /`((?:marquee|process)_[a-z_]+)`/).map { String($0.output.1) })
    let arguments = [
      "--admin-token", Server.token, "--otlp", "http://127.0.0.1:1", "--upstream", "http://127.0.0.1:1",
    ]
    try await Server.run(in: folder, arguments) { server in
      let metrics = try await server.get("/metrics").text.matches(of: /(?m)^# HELP ([a-z_]+)/)
        .map { String($0.output.1) }
      #expect(metrics.count > 10)
      // Those of a server that shares its store with others; the tests of nodes see them.
      let ofNodes: Set = [
        "marquee_store_reconnects_total", "marquee_store_catch_ups_total", "marquee_store_conflicts_total",
        "marquee_store_failed_writes_total",
      ]
      #if os(Linux)
        #expect(listed == ofNodes.union(metrics))
      #else
        #expect(listed.isSuperset(of: metrics))
      #endif
    }
  }

  @Test func `every file that the pages about the code name exists`() throws {
    let pages = try [
      DocumentationPage.article("Architecture"), DocumentationPage(".github/CONTRIBUTING.md"),
    ]
    let named = Set(
      pages.flatMap { $0.text.matches(of: /`(\w+\/[\w+\/-]+\.swift)`/).map { String($0.output.1) } })
    #expect(named.count > 40)
    let sources = PackageFolder.url.appending(path: "Sources").path(percentEncoded: false)
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources)
    #expect(named.subtracting(files) == [])
  }

  @Test func `every target is described`() throws {
    let text = try DocumentationPage.article("Architecture").text
    let sources = PackageFolder.url.appending(path: "Sources")
    let targets = try FileManager.default.contentsOfDirectory(atPath: sources.path(percentEncoded: false))
      .filter { !$0.hasPrefix(".") }
    #expect(targets.count > 20)
    for target in targets { #expect(text.contains("`\(target)`"), "\(target)") }
  }

  /// The Swift source of a target.
  private static func source(of target: String) throws -> String {
    let folder = PackageFolder.url.appending(path: "Sources/\(target)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
      .filter { $0.hasSuffix(".swift") }
    return try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
      .joined(separator: "\n")
  }
}
