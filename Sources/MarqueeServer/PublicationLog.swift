import Logging
import Screens
import Synchronization

/// Tells the log of what is published, and passes it on. What comes in at the start is in the ready message, and is
/// for those alone who look closely.
final class PublicationLog: PublicationObserver {
  private let logger: Logger
  private let next: any PublicationObserver
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
    logger.log(
      level: level, "published",
      metadata: ["route": .string(screen.route.name), "version": .stringConvertible(screen.version)])
  }

  func didDelete(_ route: Route, version: Int) {
    next.didDelete(route, version: version)
    logger.log(
      level: level, "deleted",
      metadata: ["route": .string(route.name), "version": .stringConvertible(version)])
  }

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
