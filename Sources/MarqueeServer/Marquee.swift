import AdminTokenFile
import Dispatch
import FolderWatch
import Foundation
import HTTPWire
import Logging
import NodeStore
import OutgoingHTTP
import ScreenAPI
import ScreenMock
import ScreenSchemas
import Screens
import SocketServer
import Telemetry
import Webhooks

/// A Marquee server within this process.
///
/// It serves a folder of screens until ``stop(within:)``. A process can run several servers, each with its own port and
/// data folder.
///
/// ```swift
/// let server = try Marquee(.init(screens: "screens"))
/// print("\(server.url)/screens/home")
/// await server.stop()
/// ```
///
/// The article <doc:TestAnApp> shows how an app's own tests use it.
public final class Marquee: Sendable {
  /// The version of the program.
  public static let version = "0.1.0"

  /// The port that the server listens on.
  public let port: Int
  /// The server's address, `http://HOST:PORT`.
  public let url: String
  /// The token of the admin API, for `Authorization: Bearer …`.
  ///
  /// It is ``Configuration/adminToken``, or else the token in the file `admin-token` of the data folder. If there is no
  /// such file, the start generates a token and writes it there, with mode 0600.
  public let adminToken: String
  /// Whether ``adminToken`` was generated, by this start or by one that failed, and not shown to anybody yet. False if
  /// the configuration has one. See ``didShowAdminToken()``.
  public let isAdminTokenNew: Bool
  /// The path of the data folder.
  private let dataFolder: String
  /// The problems of files at the start, such as `screens/home.json:4:52: error: … is not a URI`.
  ///
  /// A line is `PATH:LINE:COLUMN: error: MESSAGE; HINT`; line, column and hint can be missing. The server publishes
  /// nothing from a file with errors, and serves the last valid version of its screen. The list does not change after
  /// the start: ``Configuration/logger`` logs later problems.
  public let problems: [String]

  private let server: SocketServer<ScreenAPI>
  private let publisher: Publisher
  private let store: Stores.Opened<any ScreenStore>
  /// Nil for a server that shares its store with no other node.
  private let node: Node?
  private let exposures: Stores.Opened<any ExposureStore>?
  private let deliveries: Stores.Opened<any DeliveryStore>
  private let webhooks: WebhookSender
  private let spans: SpanExporter?
  private let metrics: MetricsSource
  private let serving: ServingState
  private let watch: FolderWatch?
  private let schedule: PublicationSchedule
  private let publications: PublicationLog
  /// A data folder to remove when the server stops.
  private let temporaryFolder: String?

  /// Starts a server: opens the data folder, publishes the files of the folder of screens, and listens.
  ///
  /// The call blocks until the server listens, which takes longer for more new files. Files with errors do not throw:
  /// they are listed in ``problems``.
  /// - Throws: ``StartError`` if the server cannot listen on the address and port, the admin token is invalid, the
  ///   folder of screens cannot be read, the data folder cannot be written or is used by another process, a trusted
  ///   proxy is not a block of addresses, or ``Configuration/requiresStore`` is set and the store cannot be used.
  public init(_ configuration: Configuration) throws(StartError) {
    let logger = configuration.logger
    let proxies = try Self.proxies(configuration)
    let data = configuration.data ?? NSTemporaryDirectory() + "/marquee-" + UUID().uuidString
    let temporaryFolder = configuration.data == nil ? data : nil
    self.temporaryFolder = temporaryFolder
    // Take the snapshot before reading the folder, so that the watch misses no change.
    let snapshot = configuration.watch ? configuration.screens.map { FolderSnapshot(of: $0) } : nil
    var contents: FolderContents?
    if let screens = configuration.screens { contents = try Self.read(screens) }

    var sockets = ServerConfiguration()
    sockets.host = configuration.host
    sockets.port = configuration.port
    sockets.loops = configuration.loops
    sockets.trustedProxies = proxies
    let spans = configuration.otlp.map { endpoint in
      SpanExporter(
        endpoint: endpoint, client: OutgoingClient(allowsPrivateAddresses: true), version: Self.version,
        resource: [
          ("service.name", "marquee"), ("service.version", Self.version),
          ("service.instance.id", configuration.node),
        ],
        describe: { target in
          (
            SecretRedaction.redacted(target: target),
            ScreenAPI.pathTemplate(of: String(target.prefix { $0 != "?" }))
          )
        }
      ) { logger.warning("\($0)") }
    }
    self.spans = spans
    let log = configuration.accessLog ? AccessLog(logger: logger) : nil
    // With neither of them, the sockets do not record requests.
    if log != nil || spans != nil {
      sockets.accessLog = { record in
        log?(record)
        if let span = Span(record) { spans?.add(span) }
      }
    }
    var problems: [FileProblem] = []
    let serving: ServingState
    let schedule: PublicationSchedule
    let publications: PublicationLog
    let publisher: Publisher
    let opened = try Self.openStores(configuration, data: data)
    var isStarted = false
    // A start that fails leaves neither the lock of the data folder nor a connection to the database behind.
    defer {
      if !isStarted {
        opened.close()
        if let temporaryFolder { try? FileManager.default.removeItem(atPath: temporaryFolder) }
      }
    }
    store = opened.store
    node = opened.node
    exposures = opened.exposures
    deliveries = opened.deliveries
    let node = opened.node
    let clock: @Sendable () -> Double = { node?.now ?? Date().timeIntervalSince1970 }
    if let node, let reason = node.follower.start() {
      guard !configuration.requiresStore else { throw StartError("the store cannot be used: \(reason)") }
    }
    do throws(StoreError) {
      let recorder = exposures.map { opened in
        ExposureRecorder(store: opened.store, salt: configuration.exposureSalt, clock: clock) {
          logger.warning("\($0) exposures were dropped: \($1)")
        }
      }
      let journal =
        configuration.journal > 0
        ? RequestJournal(
          capacity: configuration.journal, keepsBodies: configuration.keepsJournalBodies, clock: clock) : nil
      serving = ServingState(
        loops: sockets.loopCount, exposures: recorder,
        mock: Mock(delay: configuration.delay, isOff: configuration.disablesMock), journal: journal,
        address: PublicAddress(configuration.publicURL, proxies: proxies))
      schedule = PublicationSchedule(observer: serving, clock: clock)
      publications = PublicationLog(logger: logger, observer: schedule)
      publisher = try Publisher(
        store: store.store, observer: publications, clock: clock,
        gate: configuration.refusesDrops ? .refuse : nil, keepVersions: configuration.keepVersions,
        problems: &problems)
    } catch {
      throw StartError(error.message)
    }
    serving.setReady(node?.hasCopy ?? true)
    // Checked before anything is published: without a valid token the server does not start.
    (adminToken, isAdminTokenNew) = try Self.adminToken(configuration, data: data)
    dataFolder = data
    let folder = configuration.screens.map {
      ScreensFolder(
        path: $0, publisher: publisher, mock: serving.mock, logger: logger,
        schemas: configuration.writesSchemas ? SchemaFolder(in: $0) : nil)
    }
    if let folder, let contents {
      do throws(ScreensError) {
        problems += try folder.load(contents)
      } catch {
        // A node imports the folder when its store is available again, and serves its copy until then.
        guard node != nil, case .store(let reason) = error else {
          throw StartError("the screens cannot be stored: \(error)")
        }
        logger.warning(
          "the screens folder cannot be published yet", metadata: ["reason": .string(reason.message)])
      }
    }

    let metrics = MetricsSource()
    self.metrics = metrics
    let webhooks = WebhookSender(
      publisher: publisher, store: deliveries.store,
      client: OutgoingClient(allowsPrivateAddresses: configuration.allowsPrivateWebhooks), clock: clock
    ) { logger.warning("\($0)") }
    self.webhooks = webhooks
    let queue = DispatchQueue(label: "marquee.requests", attributes: .concurrent)
    let admin = WorkLanes("marquee.admin", width: 8)
    // One write is stored at a time. Meanwhile, others are validated and rendered.
    let writes = WorkLanes("marquee.writes", width: 3)
    // A page of thousands of items takes a while, and anyone can request it. A dialog of the console shows some dozens.
    let previews = WorkLanes("marquee.previews", width: 2, maximumWaiting: 256)
    // Half of the processors stay free for everything else.
    let computations = WorkLanes(
      "marquee.computations", width: ProcessInfo.processInfo.activeProcessorCount / 2)
    let api = ScreenAPI(
      publisher: publisher, serving: serving,
      environment: APIEnvironment(
        version: Self.version, adminToken: adminToken,
        metrics: { text in
          metrics.add(to: &text)
          node?.addMetrics(to: &text)
          webhooks.add(to: &text)
          spans?.add(to: &text)
        },
        offload: { work in queue.async(execute: work) },
        offloadAdmin: { admin.add($0) }, offloadWrite: { writes.add($0) },
        offloadCompute: { computations.add($0) }, offloadPreview: { previews.add($0) },
        storeHealth: { node?.health ?? StoreHealth() }, deliveries: deliveries.store,
        consoleHost: configuration.disablesConsole ? nil : configuration.host,
        later: { milliseconds, work in
          let timer = DelayTimer(milliseconds: milliseconds, on: queue, work)
          return { timer.cancel() }
        }))
    server = SocketServer(configuration: sockets, handler: api)
    // Drafts that became due while no server ran are published before the first response.
    for failure in publisher.publishDue() { logger.error("\(failure)") }
    do throws(ListenError) {
      port = try server.start()
    } catch {
      throw StartError("\(error)")
    }
    isStarted = true
    metrics.set { [server] in server.metrics }
    let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    url = "http://\(host):\(port)"
    serving.address.set(host: configuration.host, port: port)
    self.publisher = publisher
    self.serving = serving
    self.problems = problems.flatMap(\.lines)
    for line in self.problems { logger.error("\(line)") }
    watch = snapshot.flatMap { folder?.watch(since: $0) }
    self.schedule = schedule
    self.publications = publications
    publications.start()
    let publishDue: @Sendable () -> Void = { [weak publisher] in
      // Nothing can be published without the store. Due drafts are published when it is available again.
      guard node?.isWritable ?? true else { return }
      for failure in publisher?.publishDue() ?? [] { logger.error("\(failure)") }
    }
    schedule.start(publishDue)
    webhooks.start()
    spans?.start()
    node?.follower.attach(publisher) {
      serving.setReady(true)
    } didReach: { isFirst in
      folder?.publishPending()
      if isFirst {
        publishDue()
        serving.exposures?.mergeStored()
      }
    }
    logger.debug("serving", metadata: ["url": .string(url), "data": .string(data)])
  }

  /// The stores of a server, before anything uses them.
  private struct OpenedStores {
    let store: Stores.Opened<any ScreenStore>
    let exposures: Stores.Opened<any ExposureStore>?
    let deliveries: Stores.Opened<any DeliveryStore>
    let node: Node?

    func close() {
      deliveries.close()
      exposures?.close()
      store.close()
    }
  }

  private static func openStores(
    _ configuration: Configuration, data: String
  ) throws(StartError) -> OpenedStores {
    do throws(StoreError) {
      let deliveries = try Stores.openDeliveries(
        configuration.store, node: configuration.node, folder: data)
      guard let connection = configuration.store else {
        if Stores.hasEmptyDatabase(data) {
          configuration.logger.warning(
            "the database in \(quoted(data)) is empty (0 bytes) and counts as new; if it had screens, stop the server and restore a backup"
          )
        }
        return OpenedStores(
          store: try Stores.open(data),
          exposures: configuration.keepsExposures ? Stores.openExposures(data) : nil,
          deliveries: deliveries, node: nil)
      }
      let opened = try Stores.openShared(connection, node: configuration.node, copy: data)
      let exposures =
        configuration.keepsExposures
        ? try Stores.openSharedExposures(
          connection, node: configuration.node, spool: data, of: opened.store) : nil
      return OpenedStores(
        store: Stores.Opened(store: opened.store, close: opened.close), exposures: exposures,
        deliveries: deliveries, node: Node(store: opened.store, logger: configuration.logger))
    } catch {
      throw StartError(error.message)
    }
  }

  /// Notes that a new ``adminToken`` was shown to its owner. Later starts then no longer call it new.
  public func didShowAdminToken() { AdminToken.didShow(in: dataFolder) }

  /// The admin token of the configuration, or else that of the data folder.
  private static func adminToken(
    _ configuration: Configuration, data: String
  ) throws(StartError) -> (token: String, isNew: Bool) {
    guard let token = configuration.adminToken else {
      do throws(AdminToken.FileError) {
        return try AdminToken.load(from: data) { configuration.logger.warning("\($0)") }
      } catch {
        throw StartError(error.message)
      }
    }
    guard AdminToken.isValid(token) else {
      throw StartError("the admin token cannot be sent in a request; it consists of \(AdminToken.rule)")
    }
    return (token, false)
  }

  private static func proxies(_ configuration: Configuration) throws(StartError) -> TrustedProxies {
    var blocks: [AddressBlock] = []
    for text in configuration.trustedProxies {
      guard let block = AddressBlock(text) else {
        throw StartError("the trusted proxy \(text) is not a block of addresses such as 10.0.0.0/8")
      }
      blocks.append(block)
    }
    return TrustedProxies(blocks)
  }

  private static func read(_ folder: String) throws(StartError) -> FolderContents {
    do throws(FolderError) {
      return try FolderContents(reading: folder)
    } catch {
      throw StartError("\(error)")
    }
  }

  /// The routes of all published screens with their current versions, now.
  public var screens: [(route: String, version: Int)] {
    publisher.screens.map { ($0.route.name, $0.version) }
  }

  /// Stops the server: it accepts no more requests, finishes those that it has received, closes the data folder, and
  /// deletes it if it is a temporary one.
  ///
  /// Call it once for each server: a server that is not stopped runs until the process ends, even without a reference
  /// to it, and leaves its temporary folder behind. A second call has no further effect.
  /// - Parameter deadline: the time after which it closes connections that are still open.
  public func stop(within deadline: Duration = .seconds(10)) async {
    watch?.cancel()
    schedule.cancel()
    node?.follower.detach()
    serving.drain()
    await server.drain(deadline: deadline)
    server.stop()
    serving.close()
    // Breaks a reference cycle: metrics → server → API → metrics.
    metrics.set { nil }
    webhooks.stop()
    spans?.stop()
    deliveries.close()
    publications.flush()
    serving.exposures?.flush()
    exposures?.close()
    store.close()
    if let temporaryFolder { try? FileManager.default.removeItem(atPath: temporaryFolder) }
  }
}
