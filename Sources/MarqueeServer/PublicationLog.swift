import Dispatch
import Logging
import Screens
import Synchronization

/// Tells the log of what is published, and passes it on. What comes in at the start is in the ready message, and is
/// for those alone who look closely.
final class PublicationLog: PublicationObserver {
  private let logger: Logger
  private let next: any PublicationObserver
  private let queue = DispatchQueue(label: "marquee.log")
  private let hasStarted = Atomic<Bool>(false)

  init(logger: Logger, next: any PublicationObserver) {
    self.logger = logger
    self.next = next
  }

  /// From now on publications are news.
  func start() { hasStarted.store(true, ordering: .relaxed) }

  private var level: Logger.Level { hasStarted.load(ordering: .relaxed) ? .info : .debug }

  func didPublish(_ screen: CurrentScreen, catalogue: Catalogue) {
    next.didPublish(screen, catalogue: catalogue)
    log("published", screen.route, version: screen.version)
  }

  func didDelete(_ route: Route, version: Int) {
    next.didDelete(route, version: version)
    log("deleted", route, version: version)
  }

  private func log(_ message: Logger.Message, _ route: Route, version: Int) {
    let level = level
    // Not on the way of the answer, which waits for this.
    queue.async { [logger] in
      logger.log(
        level: level, message,
        metadata: ["route": .string(route.name), "version": .stringConvertible(version)])
    }
  }

  /// Returns when all that was published before is in the log.
  func flush() { queue.sync {} }

  func didChange(_ catalogue: Catalogue, screens: [CurrentScreen]) {
    next.didChange(catalogue, screens: screens)
    logger.debug(
      "view types or formats changed",
      metadata: [
        "viewTypes": .stringConvertible(catalogue.viewTypes.count),
        "formats": .stringConvertible(catalogue.formats.count),
      ])
  }

  func didSchedule(next time: Double?) { next.didSchedule(next: time) }
}
