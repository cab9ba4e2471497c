import Dispatch
public import Foundation
import HTTPWire
import Logging
import ScreenAPI
import Screens
import SocketServer

/// A Marquee server within this process.
///
/// ``withServer(_:isolation:_:)`` runs a server for as long as a closure runs. It suits tests:
///
/// ```swift
/// try await Marquee.withServer(.init(screens: "screens")) { server in
///   print(server.url.appending(path: "screens/home"))
/// }
/// ```
///
/// A program that serves until it is stopped calls ``run()`` in the closure. A process can run several servers, each
/// with its own port and data folder. The article <doc:EmbedAServer> shows all of it.
public final class Marquee: Sendable {
  /// The version of the program.
  public static let version = "0.1.0"

  /// The port that the server listens on.
  public var port: Int { listener.port }
  /// The server's URL, `http://HOST:PORT`.
  public var url: URL { listener.url }
  /// The token of the admin API, for `Authorization: Bearer …`.
  ///
  /// It is ``Configuration/adminToken``, or else the token in the file `admin-token` of the data folder. If there is no
  /// such file, the start generates a token and writes it there, with mode 0600.
  public var adminToken: String { token.text }
  /// Whether ``adminToken`` was generated, by this start or by one that failed, and not shown to anybody yet. False if
  /// the configuration has one. See ``didShowAdminToken()``.
  public var isAdminTokenNew: Bool { token.isNew }
  /// The problems of files at the start, such as `screens/home.json:4:52: error: … is not a URI`.
  ///
  /// A line is `PATH:LINE:COLUMN: error: MESSAGE; HINT`; line, column and hint can be missing. The server publishes
  /// nothing from a file with errors, and serves the last valid version of its screen. The list does not change after
  /// the start: ``Configuration/logger`` logs later problems.
  public var problems: [String] { publication.problems }

  private let token: ServerToken
  private let stores: OpenedStores
  private let publication: LoadedPublication
  private let listener: Listener
  private let background: BackgroundWork
  /// Nil for a server without a real backend.
  private let upstream: UpstreamBackend?
  private let end = ServerEnd()

  // MARK: Start

  /// Starts a server: opens the data folder, publishes the files of the folder of screens, and listens.
  ///
  /// Call ``stop(within:)`` once the server is not needed any more, or use ``withServer(_:isolation:_:)``, which does.
  ///
  /// The call blocks until the server listens, which takes longer for more new files. Files with errors do not throw:
  /// they are listed in ``problems``.
  /// - Throws: ``StartError`` if a value of the configuration is invalid, the server cannot listen on the address and
  ///   port, the folder of screens cannot be read, the data folder cannot be written or is used by another process, or
  ///   ``Configuration/requiresStore`` is set and the store cannot be used. Nothing stays open then.
  public init(_ configuration: Configuration) throws(StartError) {
    let proxies = try configuration.checked()
    let input = try ScreensInput.read(configuration)
    stores = try OpenedStores(configuration)
    let messages: OutgoingMessages
    do throws(StartError) {
      try stores.node?.join(requiresStore: configuration.requiresStore)
      // Before anything is published: without a token, the server does not start.
      token = try ServerToken(configuration, in: stores.folder)
      publication = try LoadedPublication(
        configuration, proxies: proxies, stores: stores, input: input)
      messages = OutgoingMessages(configuration, publication: publication, stores: stores)
      upstream = try UpstreamBackend(configuration)
      listener = try Listener(
        configuration, proxies: proxies, token: token, publication: publication, stores: stores,
        messages: messages, upstream: upstream)
    } catch {
      stores.close()
      throw error
    }
    for line in publication.problems { configuration.logger.error("\(line)") }
    background = BackgroundWork(
      publication, node: stores.node, reports: stores.reports, input: input, messages: messages,
      logger: configuration.logger)
    configuration.logger.debug(
      "serving", metadata: ["url": .string(listener.url.absoluteString), "data": .string(stores.folder)])
  }

  /// Starts a server, runs a closure with it, and stops the server: when the closure returns or throws, and when the
  /// task is cancelled. The server then has released its port, its data folder and its watch of files.
  /// - Parameters:
  ///   - configuration: the configuration of the server; by default one without a folder of screens, on a free port.
  ///   - isolation: the actor that the closure runs on; by default the caller's.
  ///   - body: uses the server. Cancelling the task does not end it; it has to react to that, as each `async` function.
  /// - Returns: what the closure returns.
  /// - Throws: ``StartError`` if the server cannot start, `CancellationError` if the task was cancelled meanwhile, and
  ///   what the closure throws.
  @discardableResult
  public static func withServer<Value>(
    _ configuration: Configuration = Configuration(), isolation: isolated (any Actor)? = #isolation,
    _ body: (Marquee) async throws -> Value
  ) async throws -> Value {
    let server = try await started(configuration)
    do {
      try Task.checkCancellation()
      let value = try await body(server)
      await server.stop()
      return value
    } catch {
      await server.stop()
      throw error
    }
  }

  /// Starts a server on a thread of its own: the start blocks, which the threads of tasks must not.
  private static func started(_ configuration: Configuration) async throws(StartError) -> Marquee {
    let outcome = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Marquee, StartError>, Never>) in
      DispatchQueue.global().async {
        continuation.resume(
          returning: Result { () throws(StartError) in try Marquee(configuration) })
      }
    }
    return try outcome.get()
  }

  // MARK: While it runs

  /// Serves until the task is cancelled, and then stops as ``stop(within:)`` does: it finishes the requests that it has
  /// received. Returns when the server has stopped, also by a call of ``stop(within:)`` elsewhere.
  public func run() async {
    await withTaskCancellationHandler {
      await end.wait()
    } onCancel: {
      Task { await stop() }
    }
  }

  /// The routes of all published screens with their current versions, now.
  public var screens: [(route: String, version: Int)] {
    publication.publisher.screens.all.map { ($0.route.name, $0.version) }
  }

  /// The rules and scenarios of the server, which change its responses with screens.
  public var mock: Mock {
    Mock(
      MockChanges(of: publication.serving.mock, publication.publisher, by: Author(name: "admin")),
      of: publication.serving.mock, writes: listener.queues.writes)
  }

  /// Notes that a new ``adminToken`` was shown to its owner. Later starts then no longer call it new.
  public func didShowAdminToken() { token.didShow() }

  // MARK: Stop

  /// Stops the server: it accepts no more requests, finishes those that it has received, closes the data folder, and
  /// deletes it if it is a temporary one.
  ///
  /// A server that is not stopped runs until the process ends, even without a reference to it, and leaves its temporary
  /// folder behind. Cancelling the task does not shorten the call. A second call waits for the first.
  /// - Parameter deadline: the time after which it closes connections that are still open.
  public func stop(within deadline: Duration = .seconds(10)) async {
    guard end.begin() else { return await end.wait() }
    background.stopPublishing()
    publication.serving.drain()
    await listener.drain(within: deadline)
    publication.serving.close()
    await upstream?.stop()
    background.stopSending()
    publication.flush()
    stores.close()
    end.finish()
  }
}
