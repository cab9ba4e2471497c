import CurlClient
import Eventually
import Foundation
import MarqueeServer
import RawClient
import Synchronization
import TestFolders
import Testing

/// `Marquee.withServer` and `run()`: whatever ends a scope ends its server.
@Suite final class ServerScopeTests: Sendable {
  private struct Failure: Error {}

  private let folder: ScreensFolder
  private let session: CurlSession

  init() throws {
    folder = try ScreensFolder()
    session = try CurlSession()
    try folder.write(Lines.definition(["one"]), to: "screens/lines.json")
  }

  private var configuration: Marquee.Configuration {
    .init(screens: folder.path("screens"), data: folder.path("data"))
  }

  private func expectServes(_ server: Marquee) async throws {
    let response = try await session.response(to: CurlRequest("GET", "\(server.url)/screens/lines"))
    #expect(response.text == Lines.viewItems(["one"]))
  }

  /// Expects that nothing listens on the port, and that the next server can use it and the data folder.
  private func expectIsFree(_ port: Int?) async throws {
    let port = try #require(port)
    let error = await #expect(throws: CurlError.self) {
      try await session.response(to: CurlRequest("GET", "http://127.0.0.1:\(port)/health"))
    }
    #expect(error?.code == .cannotConnect)
    var again = configuration
    again.port = port
    try await Marquee.withServer(again) { try await expectServes($0) }
  }

  @Test func `a scope returns the value of its closure, and its server is stopped then`() async throws {
    let (port, isRunning) = try await Marquee.withServer(configuration) { server in
      try await expectServes(server)
      return (server.port, true)
    }
    #expect(isRunning)
    try await expectIsFree(port)
  }

  @Test func `a closure that throws ends its server`() async throws {
    var port: Int?
    await #expect(throws: Failure.self) {
      try await Marquee.withServer(configuration) { server in
        port = server.port
        throw Failure()
      }
    }
    try await expectIsFree(port)
  }

  @Test func `a task that is cancelled ends its server`() async throws {
    let port = Mutex<Int?>(nil)
    let configuration = configuration
    let task = Task {
      try await Marquee.withServer(configuration) { server in
        port.withLock { $0 = server.port }
        // Until the task is cancelled.
        try await Task.sleep(for: .seconds(3600))
      }
    }
    #expect(await eventuallyHolds { port.withLock { $0 } != nil })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await expectIsFree(port.withLock { $0 })
  }

  @Test func `a task that was cancelled before the start runs no closure`() async throws {
    let configuration = configuration
    let task = Task {
      // Until the task is cancelled.
      try? await Task.sleep(for: .seconds(3600))
      try await Marquee.withServer(configuration) { _ in Issue.record("the closure runs") }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await Marquee.withServer(configuration) { try await expectServes($0) }
  }

  @Test func `a server that cannot start throws, and frees its data folder`() async throws {
    let configuration = configuration
    try await Marquee.withServer(.init(screens: folder.path("screens"))) { other in
      var taken = configuration
      taken.port = other.port
      let error = await #expect(throws: StartError.self) {
        try await Marquee.withServer(taken) { _ in Issue.record("the closure runs") }
      }
      #expect(error?.description.contains("port \(other.port) on 127.0.0.1 is in use") == true)
      try await Marquee.withServer(configuration) { try await expectServes($0) }
    }
  }

  @Test func `a damaged database is a start error that names the file`() async throws {
    try folder.write(String(repeating: "no database ", count: 1000), to: "data/marquee.sqlite")
    let error = await #expect(throws: StartError.self) {
      try await Marquee.withServer(configuration) { _ in Issue.record("the closure runs") }
    }
    #expect(error?.description.contains(#"marquee.sqlite" is damaged"#) == true)
    try folder.delete("data")
    try await Marquee.withServer(configuration) { try await expectServes($0) }
  }

  @Test func `a scope without data of its own leaves no folder behind`() async throws {
    func temporaryFolders() throws -> Set<String> {
      Set(
        try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
          .filter { $0.hasPrefix("marquee-") })
    }
    let before = try temporaryFolders()
    let token = try await Marquee.withServer(.init(screens: folder.path("screens"))) { $0.adminToken }
    // Tests in parallel have folders, too. This one has the server's token.
    let left = try temporaryFolders().subtracting(before).filter { name in
      let file = NSTemporaryDirectory() + "/\(name)/admin-token"
      return (try? String(contentsOfFile: file, encoding: .utf8))?.contains(token) == true
    }
    #expect(left.isEmpty)
  }

  // MARK: run()

  /// A client that receives the events of the screen until the server ends them.
  private func listener(on port: Int) throws -> TestClient {
    let client = try #require(TestClient(port: port))
    client.send("GET /screens/lines/events HTTP/1.1\r\nHost: a\r\n\r\n")
    while !String(decoding: client.received, as: UTF8.self).contains("id: 1\n") {
      try #require(client.receive())
    }
    return client
  }

  @Test func `cancelling a run finishes responses and stops the server`() async throws {
    let port = Mutex<Int?>(nil)
    let configuration = configuration
    let task = Task {
      try await Marquee.withServer(configuration) { server in
        port.withLock { $0 = server.port }
        await server.run()
      }
    }
    #expect(await eventuallyHolds { port.withLock { $0 } != nil })
    let client = try listener(on: try #require(port.withLock { $0 }))
    task.cancel()
    // Cancellation ends a run as it should, so nothing is thrown.
    try await task.value
    // The end of the last chunk: a connection that is only closed has none.
    #expect(client.receiveAll().hasSuffix("0\r\n\r\n"))
    #expect(client.ending == .end)
    try await expectIsFree(port.withLock { $0 })
  }

  @Test func `a run in a task that is cancelled already stops the server`() async throws {
    let server = try Marquee(configuration)
    let task = Task {
      // Until the task is cancelled.
      try? await Task.sleep(for: .seconds(3600))
      await server.run()
    }
    task.cancel()
    await task.value
    try await expectIsFree(server.port)
  }

  @Test func `a stop elsewhere ends a run, and every call of stop waits until the server has stopped`()
    async throws
  {
    let server = try Marquee(configuration)
    let run = Task { await server.run() }
    try await expectServes(server)
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 { group.addTask { await server.stop() } }
      // The first call that returns, whichever it is, has waited for the end: the data folder is free.
      try await group.next()
      try await Marquee.withServer(configuration) { try await expectServes($0) }
    }
    await run.value
    try await expectIsFree(server.port)
  }
}
