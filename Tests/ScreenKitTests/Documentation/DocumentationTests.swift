import Foundation
import Testing

@Suite struct DocumentationTests {
  /// The blocks of one article are the parts of one program; each block of the README is a program of its own.
  @Test func `the Swift in the documentation compiles`() throws {
    let module = try UIKitModule()
    try module.addExperiments()
    for article in try Article.catalog() {
      #expect(!article.swift.isEmpty, "\(article.name) has no example")
      let others = article.name == "GeneratedCode" ? try Self.generatedFiles() : []
      let diagnostics = try module.diagnostics(of: article.swift.joined(separator: "\n"), with: others)
      #expect(diagnostics == nil, "\(article.name)")
    }
    // The README also embeds the server, which apps do not link.
    for block in try Article.readme().swift where !block.contains("import MarqueeServer") {
      let diagnostics = try module.diagnostics(of: block)
      #expect(diagnostics == nil, "README.md")
    }
  }

  /// The generated source of the shipped view types.
  private static func generatedFiles() throws -> [String] {
    let folder = UIKitModule.root.appendingPathComponent("Tests/ScreenCodegenTests/Snapshots/Swift")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .map { try String(contentsOf: $0, encoding: .utf8) }
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

  /// Symbols that need UIKit are left out: the documentation is built where there is none.
  @Test func `the landing page lists each public type`() throws {
    let landing = try #require(try Article.catalog().first { $0.name == "ScreenKit" })
    let listed = Set(landing.symbolLinks)
    let types = try Self.source().matches(
      of: /\npublic (?:final )?(?:actor|class|struct|enum|protocol|typealias) (\w+)/)
    #expect(types.count > 40)
    for type in types { #expect(listed.contains(String(type.output.1)), "\(type.output.1)") }
  }

  /// The source of ScreenKit.
  private static func source() throws -> String {
    let folder = UIKitModule.root.appendingPathComponent("Sources/ScreenKit")
    var source = ""
    for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      ?? .init()
    where file.pathExtension == "swift" { source += "\n" + (try String(contentsOf: file, encoding: .utf8)) }
    return source
  }
}
