import Dispatch
import Foundation
import Logging
import SQLiteStore
import ScreenAPI
import ScreenMock
import Screens
import SocketServer
import Synchronization

/// A Marquee server within this process.
///
/// Several of them do not know of each other, each with its own port and data folder.
public final class Marquee: Sendable {
  /// The version of the program.
  public static let version = "0.1.0"

  /// The port it listens on.
  public let port: Int
  /// `http://HOST:PORT`.
  public let url: String
  /// What `Authorization: Bearer …` needs for writes.
  public let adminToken: String
  /// Whether the token was made at this start.
  public let isAdminTokenNew: Bool
  /// What is wrong with files, a line each. What they would have changed is as it was.
  public let problems: [String]

  private let server: SocketServer<ScreenAPI>
  private let publisher: Publisher
  private let store: SQLiteStore
  private let exposures: SQLiteExposureStore?
  private let metrics: MetricsSource
  private let serving: ServingState
  private let watch: FolderWatch?
  private let schedule: PublicationSchedule
  private let publications: PublicationLog
  /// Removed when the server stops.
  private let temporaryFolder: String?

  /// Opens the data folder, takes the screens in and begins to listen.
  /// - Throws: ``StartError``.
  public init(_ configuration: Configuration) throws(StartError) {
    let logger = configuration.logger
    var temporaryFolder: String?
    let data: String
    if let folder = configuration.data {
      data = folder
    } else {
      data = NSTemporaryDirectory() + "/marquee-" + UUID().uuidString
      temporaryFolder = data
    }
    self.temporaryFolder = temporaryFolder
    // Before the folder is read: what changes from here on is seen.
    let before = configuration.watch ? configuration.screens.map { FolderSnapshot(of: $0) } : nil
    var folder: FolderContents?
    if let screens = configuration.screens { folder = try Self.read(screens) }

    var sockets = ServerConfiguration()
    sockets.host = configuration.host
    sockets.port = configuration.port
    sockets.loops = configuration.loops
    if configuration.accessLog {
      let log = AccessLog(logger: logger)
      sockets.accessLog = { log($0) }
    }
    var problems: [FileProblem] = []
    let serving: ServingState
    let schedule: PublicationSchedule
    let publications: PublicationLog
    let publisher: Publisher
    let clock: @Sendable () -> Double = { Date().timeIntervalSince1970 }
    do throws(StoreError) {
      store = try SQLiteStore(folder: data)
      exposures = configuration.keepsExposures ? SQLiteExposureStore(folder: data) : nil
      serving = ServingState(
        loops: sockets.loopCount,
        exposures: exposures.map { store in
          ExposureRecorder(store: store, salt: configuration.exposureSalt, clock: clock) { count, reason in
            logger.warning("\(count) exposures were dropped: \(reason)")
          }
        }, mock: Mock(delay: configuration.delay, isOff: configuration.disablesMock),
        journal: configuration.journal > 0
          ? RequestJournal(
            capacity: configuration.journal, keepsBodies: configuration.keepsJournalBodies, clock: clock)
          : nil,
        address: PublicAddress(configuration.publicURL))
      schedule = PublicationSchedule(next: serving)
      publications = PublicationLog(logger: logger, next: schedule)
      publisher = try Publisher(
        store: store, observer: publications, clock: clock,
        gate: configuration.refusesDrops ? .refuse : nil, keepVersions: configuration.keepVersions,
        problems: &problems)
    } catch {
      throw StartError(error.message)
    }
    if let folder {
      do throws(ScreensError) {
        problems += try Self.take(folder, into: publisher, serving.mock)
      } catch {
        throw StartError("the screens cannot be stored: \(error)")
      }
    }
    if let token = configuration.adminToken {
      (adminToken, isAdminTokenNew) = (token, false)
    } else {
      (adminToken, isAdminTokenNew) = try AdminToken.load(from: data)
    }

    let metrics = MetricsSource()
    self.metrics = metrics
    let queue = DispatchQueue(label: "marquee.admin", attributes: .concurrent)
    let api = ScreenAPI(
      publisher: publisher, serving: serving,
      environment: APIEnvironment(
        version: Self.version, adminToken: adminToken, metrics: { metrics.add(to: &$0) },
        offload: { work in queue.async(execute: work) },
        later: { milliseconds, work in
          queue.asyncAfter(deadline: .now() + .milliseconds(max(milliseconds, 0)), execute: work)
        }))
    server = SocketServer(configuration: sockets, handler: api)
    do throws(ListenError) {
      port = try server.start()
    } catch {
      if let temporaryFolder { try? FileManager.default.removeItem(atPath: temporaryFolder) }
      throw StartError("\(error)")
    }
    metrics.set { [server] in server.metrics }
    let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    url = "http://\(host):\(port)"
    serving.address.set(url)
    self.publisher = publisher
    self.serving = serving
    self.problems = problems.flatMap(\.lines)
    for line in self.problems { logger.error("\(line)") }
    watch = before.flatMap { before in
      configuration.screens.map {
        Self.watch($0, since: before, publisher: publisher, mock: serving.mock, logger: logger)
      }
    }
    self.schedule = schedule
    self.publications = publications
    publications.start()
    schedule.start { [weak publisher] in
      for failure in publisher?.publishDue() ?? [] { logger.error("\(failure)") }
    }
    logger.debug("serving", metadata: ["url": .string(url), "data": .string(data)])
  }

  /// Publishes files when they change.
  private static func watch(
    _ screens: String, since before: FolderSnapshot, publisher: Publisher, mock: Mock, logger: Logger
  ) -> FolderWatch {
    FolderWatch(screens, since: before, onNotice: { logger.warning("\($0)") }) { wholeFiles in
      do {
        var contents = try FolderContents(reading: screens)
        // Asked for when they have been read: a file that was written meanwhile is read again.
        contents.keep(whole: wholeFiles())
        for line in try take(contents, into: publisher, mock).flatMap(\.lines) { logger.error("\(line)") }
      } catch {
        logger.error("the screens folder \(screens) cannot be taken in: \(error)")
      }
    }
  }

  /// Takes over what is new or changed in a folder, the scenarios included.
  /// - Returns: what is wrong with files.
  private static func take(
    _ folder: FolderContents, into publisher: Publisher, _ mock: Mock
  ) throws(ScreensError) -> [FileProblem] {
    let report = try publisher.importFiles(folder)
    let (scenarios, problems) = ScenarioFiles.read(
      report.scenarios, catalogue: publisher.catalogue, screens: publisher.screens, namedAlone: true)
    mock.reread(groups: publisher.catalogue.groups)
    let left = mock.set(scenarios).map { name in
      FileProblem(path: "_scenarios/\(name).json", tooMany: "there are too many scenarios")
    }
    return report.problems + problems + left
  }

  private static func read(_ folder: String) throws(StartError) -> FolderContents {
    do throws(FolderError) {
      return try FolderContents(reading: folder)
    } catch {
      throw StartError("the screens folder \(error.path) cannot be read")
    }
  }

  /// The routes that are served, with their versions.
  public var screens: [(route: String, version: Int)] {
    publisher.screens.map { ($0.route.name, $0.version) }
  }

  /// Answers what is under way, takes nothing new, and ends: in the time given, or by force.
  public func stop(within deadline: Duration = .seconds(10)) async {
    watch?.cancel()
    schedule.cancel()
    serving.drain()
    await server.drain(deadline: deadline)
    server.stop()
    // The counters' closure holds the server, which holds the API, which holds the counters.
    metrics.set { nil }
    publications.flush()
    serving.exposures?.flush()
    exposures?.close()
    store.close()
    if let temporaryFolder { try? FileManager.default.removeItem(atPath: temporaryFolder) }
  }
}

/// The counters of a server that is made after those who read them.
private final class MetricsSource: Sendable {
  private let source = Mutex<@Sendable () -> ServerMetrics?>({ nil })

  func set(_ metrics: @escaping @Sendable () -> ServerMetrics?) { source.withLock { $0 = metrics } }

  func add(to text: inout PrometheusText) { source.withLock { $0 }()?.add(to: &text) }
}
