import Foundation
import ScreenKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The names of earlier releases.
@Suite struct OldNamesTests {
  /// An app for an earlier release, with the names that still work.
  private static let app = """
    struct Line: ViewObject {
      static let viewType = "LINE"
      var text: String
    }
    struct Provider: ArmProvider {
      func arm(of route: String) -> String? { nil }
    }
    func start(server: URL, folder: URL) async throws -> Data {
      var configuration = ScreenClientConfiguration(baseURL: server, user: "42", languages: ["de"])
      configuration.armProvider = Provider()
      configuration.release = "ios/1.0.0"
      var registry = ViewRegistry { UnknownContent(viewType: $0, content: $1) }
      registry.register(Line.self) { $0 }
      let log: WarningSink = { print($0) }
      let memory = MemoryCache()
      _ = try ScreenClient(configuration, registry: registry, cache: memory)
      let disk: DiskCache = DiskCache(folder: folder, maximumBytes: 1 << 20)
      let client = try ScreenClient(configuration, registry: registry, cache: disk, onWarning: log)
      let pages: ScreenPages<AnyContent> = client.pages(of: "feed")
      do {
        for try await page in pages { print(page.screen.items.map(\\.value)) }
        _ = try WireFormat(name: "own", document: Data())
      } catch let error as ScreenClientError {
        print(error)
      } catch let error as WireFormatError {
        print(error)
      }
      let manifest: ReleaseManifest = registry.manifest
      return try manifest.json()
    }
    func table() -> Bool {
      let cell = TableCell<AnyContent>(id: "a", Line(text: ""))
      let other = TableCell<AnyContent>(id: "b", viewType: "LINE", value: AnyContent(Line(text: "")))
      var section = TableSection<AnyContent>(id: "s", header: "h", cells: [cell])
      let old = TableModel<AnyContent>(sections: [section])
      section.cells = [cell, other]
      return TableChangeset<AnyContent>(from: old, to: TableModel<AnyContent>(sections: [section])).isEmpty
    }
    """

  /// Names that cannot work any more, with the arguments of their types.
  private static let unavailable = [
    "TransportRequest", "TransportStream", "Decoded<Int>", "CellRegistry<Int>", "CellRegistryError",
    "ConfigurableView", "CellConfigurator<Int>", "HostedView", "CellHost", "ScreenTableCell",
    "ScreenCollectionCell", "TableDriver<Int, Int>", "TableSurface", "TableUpdates",
  ]

  @Test func `an app for an earlier release compiles, and each old name says what replaces it`() throws {
    let modules = try AppleModules()
    #expect(try modules.diagnostics(of: Self.app, rules: ["-Wwarning", "DeprecatedDeclaration"]) == nil)
    let text = try #require(try modules.diagnostics(of: Self.app))
    let names = try Self.declared("deprecated")
    #expect(names.count > 10)
    for name in names {
      #expect(text.contains("'\(name)' is deprecated: "), "\(name)")
    }
    let source = Self.unavailable.enumerated().map { "func use\($0)(_: \($1)) {}" }.joined(separator: "\n")
    let errors = try #require(try modules.diagnostics(of: source))
    for name in try Self.declared("unavailable") {
      #expect(errors.contains("'\(name)' is unavailable: "), "\(name)")
    }
  }

  @Test func `the article about moving has each old name`() throws {
    let article = try #require(try Article.catalog().first { $0.name == "MoveYourApp" })
    for name in try Self.declared("deprecated") + Self.declared("unavailable") {
      #expect(article.text.contains(try Regex("`[^`]*\\b\(name)\\b[^`]*`")), "\(name)")
    }
  }

  /// The types with an old name.
  private static func declared(_ availability: String) throws -> [String] {
    let folder = AppleModules.root.appendingPathComponent("Sources/ScreenKit/Renamed")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let source = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    let declaration = try Regex(
      #"@available\(\*, \#(availability).*\)\n(?:@.*\n)?public (?:typealias|struct|protocol) (\w+)"#,
      as: (Substring, Substring).self)
    return source.matches(of: declaration).map { String($0.output.1) }
  }

  /// What an old app does. The requirements are not deprecated, so that a test may call them.
  private protocol OldApp {
    func client(_ server: URL, _ transport: any Transport) throws -> ScreenClient
    func manifest(_ views: ViewRegistry) throws -> Data
  }

  private struct App: OldApp {
    @available(*, deprecated)
    private struct Provider: ArmProvider {
      func arm(of route: String) -> String? { route == "home" ? "e:a" : nil }
    }

    @available(*, deprecated)
    func client(_ server: URL, _ transport: any Transport) throws -> ScreenClient {
      var configuration = ScreenClientConfiguration(
        baseURL: server, user: "42", attributes: ["country": "KR"])
      configuration.armProvider = Provider()
      configuration.release = "ios/1.0.0"
      return try ScreenClient(configuration, registry: .samples, transport: transport, cache: MemoryCache())
    }

    @available(*, deprecated)
    func manifest(_ views: ViewRegistry) throws -> Data { try views.manifest.json() }
  }

  @Test func `an earlier configuration makes the same requests`() async throws {
    let app: any OldApp = App()
    let transport = ScriptedTransport { _, _ in response(["a"]) }
    let client = try app.client(try #require(URL(string: "http://localhost")), transport)
    #expect(try await client.screen("home").texts == ["a"])
    #expect(transport.requests.first?.url?.query == "format=screen&country=KR&arm=e%3Aa")
    #expect(transport.requests.first?.fields["Client-Release"] == "ios/1.0.0")
    _ = try await client.screen("menu")
    #expect(transport.requests.last?.url?.query == "format=screen&user=42&country=KR")
    #expect(try app.manifest(.samples) == ViewRegistry.samples.releaseManifest())
  }
}
