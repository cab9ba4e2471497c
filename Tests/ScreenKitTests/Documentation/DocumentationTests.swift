import Foundation
import Testing

@Suite struct DocumentationTests {
  /// The blocks of one article are the parts of one program; each block of the README is a program of its own. The
  /// articles that begin an app import what they need.
  @Test func `the Swift in the documentation compiles`() throws {
    let module = try AppleModules()
    try module.addExperiments()
    for article in try Article.catalog() {
      #expect(!article.swift.isEmpty, "\(article.name) has no example")
      let others = article.name == "GeneratedCode" ? try Self.generatedFiles() : []
      let source = article.swift.joined(separator: "\n")
      let diagnostics = try module.diagnostics(
        of: source, importsAll: !source.contains("import ScreenKit\n"), with: others)
      #expect(diagnostics == nil, "\(article.name)")
    }
    // The README also embeds the server, which apps do not link.
    for block in try Article.readme().swift where !block.contains("import MarqueeServer") {
      let diagnostics = try module.diagnostics(of: block, isScript: true)
      #expect(diagnostics == nil, "README.md")
    }
  }

  /// The generated source of the shipped view types.
  private static func generatedFiles() throws -> [String] {
    let folder = AppleModules.root.appendingPathComponent("Tests/ScreenCodegenTests/Snapshots/Swift")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test func `the article about moving counts its lines`() throws {
    let article = try #require(try Article.catalog().first { $0.name == "MoveYourApp" })
    var counts: [String] = []
    for block in article.swift where block.hasPrefix("// ") {
      let lines = block.split(separator: "\n").dropFirst().filter { $0.contains { $0 != " " } }.count
      if block.hasPrefix("// before") { counts.append("") }
      counts[counts.count - 1] += "| \(lines) "
    }
    #expect(counts.count == 5)
    for count in counts { #expect(article.text.contains("\(count)|\n"), "\(count)") }
  }

  @Test func `links lead to articles that exist`() throws {
    let articles = try Article.catalog()
    let names = Set(articles.map(\.name))
    for article in articles {
      for link in article.articleLinks { #expect(names.contains(link), "\(article.name): \(link)") }
    }
  }

  @Test func `links lead to symbols that exist`() throws {
    let source = try Self.source()
    for article in try Article.catalog() {
      for link in article.symbolLinks where link != "ScreenKit" {
        for part in link.split(separator: "/") {
          let name = part.prefix { $0 != "(" }
          let declaration = try Regex(
            #"\b(actor|class|struct|enum|protocol|typealias|func|var|let|case) \#(name)\b|\b\#(name)\("#)
          #expect(source.contains(declaration), "\(article.name): \(link)")
        }
      }
    }
  }

  /// The types that an app can name, and why there are no more: each is listed on the landing page under what it is for.
  /// Those of ScreenKitUI have pages only where SwiftUI exists, so they are listed as text. Deprecated types do not count:
  /// they go with the next release, and the article about moving has them.
  @Test func `the landing page lists each public type, and there are at most 40`() throws {
    let landing = try #require(try Article.catalog().first { $0.name == "ScreenKit" })
    let declaration =
      #/
      \n (\ *@available\(\*,\ deprecated.*\)\n (?:\ *@.*\n)?)?
      \ *public\ (?:final\ )?(?:actor|class|struct|enum|protocol)\ (\w+)
      /#
    let types = try ["ScreenKit", "ScreenKitUI"].flatMap { target in
      try Self.source(target).matches(of: declaration).filter { $0.output.1 == nil }.map {
        String($0.output.2)
      }
    }
    #expect((30...40).contains(types.count), "\(types.count)")
    for type in types { #expect(landing.text.contains("\(type)`"), "\(type)") }
  }

  /// The source of a target.
  private static func source(_ target: String = "ScreenKit") throws -> String {
    let folder = AppleModules.root.appendingPathComponent("Sources/\(target)")
    var source = ""
    for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      ?? .init()
    where file.pathExtension == "swift" { source += "\n" + (try String(contentsOf: file, encoding: .utf8)) }
    return source
  }
}
