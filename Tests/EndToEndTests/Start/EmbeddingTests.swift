import CurlClient
import Eventually
import MarqueeServer
import PostgresCluster
import TestFolders
import Testing

@Suite final class EmbeddingTests: Sendable {
  private let folder: ScreensFolder
  private let session: CurlSession

  init() throws {
    folder = try ScreensFolder()
    session = try CurlSession()
    try folder.write(Lines.definition(["one"]), to: "screens/lines.json")
  }

  private func configuration() -> Marquee.Configuration { .init(screens: folder.path("screens")) }

  private func text(_ url: String) async throws -> String {
    try await session.response(to: CurlRequest("GET", url)).text
  }

  @Test func `three lines start a server, request a screen and stop the server`() async throws {
    let marquee = try Marquee(.init(screens: folder.path("screens")))
    let answer = try await session.response(to: CurlRequest("GET", "\(marquee.url)/screens/lines"))
    await marquee.stop()
    #expect(answer.status == 200)
    #expect(answer.text == Lines.viewItems(["one"]))
  }

  @Test func `two servers in one process are independent`() async throws {
    let otherFolder = try ScreensFolder()
    try otherFolder.write(Lines.definition(["other"]), to: "screens/lines.json")
    let one = try Marquee(configuration())
    let other = try Marquee(.init(screens: otherFolder.path("screens")))
    #expect(one.port != other.port)
    #expect(one.adminToken != other.adminToken)
    #expect(try await text("\(one.url)/screens/lines") == Lines.viewItems(["one"]))
    #expect(try await text("\(other.url)/screens/lines") == Lines.viewItems(["other"]))
    await one.stop()
    #expect(try await text("\(other.url)/screens/lines") == Lines.viewItems(["other"]))
    await other.stop()
  }

  /// A weak reference to a part of a server.
  private final class Part {
    let name: String
    private(set) weak var object: AnyObject?

    init(_ name: String, _ object: AnyObject) {
      self.name = name
      self.object = object
    }
  }

  /// The objects that the properties of a value name, also those within structures.
  private static func objects(in value: Any) -> [Part] {
    Mirror(reflecting: value).children.flatMap { child in
      let mirror = Mirror(reflecting: child.value)
      switch mirror.displayStyle {
      case .class: return [Part(child.label ?? "", child.value as AnyObject)]
      case .struct: return objects(in: child.value)
      // The label of an optional value is `some`.
      case .optional:
        return mirror.children.flatMap { some in
          Mirror(reflecting: some.value).displayStyle == .class
            ? [Part(child.label ?? "", some.value as AnyObject)] : objects(in: some.value)
        }
      default: return []
      }
    }
  }

  @Test func `everything of a stopped server is released`() async throws {
    func use() async throws -> [Part] {
      var configuration = configuration()
      configuration.watchesScreens = true
      let marquee = try Marquee(configuration)
      func admin(_ path: String, _ body: String) async throws {
        let request = CurlRequest(
          "POST", "\(marquee.url)\(path)", fields: [.init("Authorization", "Bearer \(marquee.adminToken)")],
          body: Array(body.utf8))
        #expect((200..<300).contains(try await session.response(to: request).status), "\(path)")
      }
      _ = try await text("\(marquee.url)/screens/lines")
      try await admin("/admin/sessions", "{}")
      try await admin("/admin/changesets", #"{"name":"s"}"#)
      _ = try await text("\(marquee.url)/c/s/screens/lines")
      var parts = [Part("server", marquee)]
      parts += Self.objects(in: marquee)
      await marquee.stop()
      return parts
    }
    let parts = try await use()
    for name in ["server", "serving", "publisher", "store", "exposures", "webhooks", "watch"] {
      #expect(parts.contains { $0.name == name }, "\(name)")
    }
    for part in parts {
      // The queues of the server end a moment later.
      #expect(await eventuallyHolds { part.object == nil }, "\(part.name)")
    }
  }

  @Test func `a stopped server does not respond and frees its port`() async throws {
    var again = configuration()
    let first = try Marquee(configuration())
    again.port = first.port
    await first.stop()
    let code: CurlError.Code?
    do throws(CurlError) {
      _ = try await session.response(to: CurlRequest("GET", "\(first.url)/health"))
      code = nil
    } catch {
      code = error.code
    }
    #expect(code == .cannotConnect)
    let second = try Marquee(again)
    #expect(second.port == first.port)
    #expect(try await text("\(second.url)/screens/lines") == Lines.viewItems(["one"]))
    await second.stop()
  }

  @Test func `a folder that is missing or a file is an error that does not end the process`() throws {
    try folder.write("", to: "file")
    for (name, reason) in [("nowhere", "it does not exist"), ("file", "it is not a folder")] {
      let path = folder.path(name)
      let error = #expect(throws: StartError.self) { try Marquee(.init(screens: path)) }
      #expect(error?.description == "the screens folder \(path) cannot be read: \(reason)")
    }
    var configuration = configuration()
    configuration.data = folder.path("file")
    let error = #expect(throws: StartError.self) { try Marquee(configuration) }
    #expect(error?.description.contains(folder.path("file")) == true)
  }

  @Test func `the next server can use the data folder of a stopped one`() async throws {
    var configuration = configuration()
    configuration.data = folder.path("data")
    for _ in 0..<2 {
      let marquee = try Marquee(configuration)
      #expect(marquee.screens.map(\.version) == [1])
      await marquee.stop()
    }
  }

  @Test(.postgres) func `a start that fails frees the data folder and the database`() async throws {
    let other = try Marquee(configuration())
    for store in [nil, try await SharedCluster.store()] {
      var configuration = configuration()
      configuration.data = folder.path(store == nil ? "data" : "node")
      configuration.store = store
      configuration.port = other.port
      let error = #expect(throws: StartError.self) { try Marquee(configuration) }
      #expect(error?.description.contains("\(other.port)") == true, "\(error?.description ?? "")")
      configuration.port = 0
      let marquee = try Marquee(configuration)
      #expect(try await text("\(marquee.url)/screens/lines") == Lines.viewItems(["one"]))
      await marquee.stop()
    }
    await other.stop()
  }
}
