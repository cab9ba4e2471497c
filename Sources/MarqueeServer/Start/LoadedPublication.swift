import Foundation
import HTTPWire
import Logging
import ScreenAPI
import ScreenMock
import ScreenSchemas
import Screens

/// Everything that is published, and the state from which requests are served.
struct LoadedPublication: Sendable {
  let publisher: Publisher
  let serving: ServingState
  let schedule: PublicationSchedule
  let log: PublicationLog
  /// Nil for a server without a folder of screens.
  let folder: ScreensFolder?
  /// The problems of files and of stored documents, one line each.
  let problems: [String]

  /// Loads what the store has, publishes the files of the folder of screens, and then the drafts that became due while no
  /// server ran.
  init(
    _ configuration: Marquee.Configuration, proxies: TrustedProxies, stores: OpenedStores,
    input: ScreensInput?
  ) throws(StartError) {
    let logger = configuration.logger
    let clock = stores.clock
    let recorder = stores.exposures.map { store in
      ExposureRecorder(store: store, salt: configuration.exposureSalt, clock: clock) {
        logger.warning("\($0) exposures were dropped: \($1)")
      }
    }
    let journal =
      configuration.journal > 0
      ? RequestJournal(
        capacity: configuration.journal, keepsBodies: configuration.keepsJournalBodies, clock: clock) : nil
    serving = ServingState(
      loops: Listener.loopCount(configuration), exposures: recorder,
      mock: Mock(delay: configuration.delay?.checked, isOff: !configuration.hasMock), journal: journal,
      address: PublicAddress(configuration.publicURL?.absoluteString, proxies: proxies))
    // A node that has never reached its store has nothing to serve yet.
    serving.setReady(stores.node?.hasCopy ?? true)
    schedule = PublicationSchedule(clock: clock)
    log = PublicationLog(logger: logger)
    var problems: [FileProblem] = []
    do throws(StoreError) {
      publisher = try Publisher(
        store: stores.store, observers: [serving, schedule, log], clock: clock,
        coarseClock: stores.coarseClock, gate: configuration.refusesDrops ? .refuse : nil,
        keepVersions: configuration.keepVersions, problems: &problems)
    } catch {
      throw StartError(error.message)
    }
    let (publisher, mock) = (publisher, serving.mock)
    folder = configuration.screens.map {
      ScreensFolder(
        path: $0, publisher: publisher, mock: mock, logger: logger,
        schemas: configuration.writesSchemas ? SchemaFolder(in: $0) : nil,
        hasUpstream: configuration.upstream != nil)
    }
    if let folder, let input {
      do throws(ScreensError) {
        problems += try folder.load(input.contents)
      } catch {
        // A node imports the folder when its store is available again, and serves its copy until then.
        guard stores.node != nil, case .store(let reason) = error else {
          throw StartError("the screens cannot be stored: \(error)")
        }
        logger.warning(
          "the screens folder cannot be published yet", metadata: ["reason": .string(reason.message)])
      }
    }
    self.problems = problems.flatMap(\.lines)
    for failure in publisher.schedules.publishDue() { logger.error("\(failure)") }
  }

  /// Stores what was counted and logs what was published since.
  func flush() {
    log.flush()
    serving.exposures?.flush()
  }
}
