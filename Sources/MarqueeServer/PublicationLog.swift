import Dispatch
import Logging
import Screens
import Synchronization

/// Logs publications and damaged versions.
///
/// Before ``start()``, it logs at `debug`: the ready message already lists the screens.
final class PublicationLog: PublicationObserver {
  private let logger: Logger
  private let queue = DispatchQueue(label: "marquee.log")
  private let hasStarted = Atomic<Bool>(false)

  init(logger: Logger) { self.logger = logger }

  /// Logs later publications at `info`.
  func start() { hasStarted.store(true, ordering: .relaxed) }

  private var level: Logger.Level { hasStarted.load(ordering: .relaxed) ? .info : .debug }

  func didChange(_ change: PublishedChange) {
    if change.changesCatalogue {
      logger.debug(
        "view types or formats changed",
        metadata: [
          "viewTypes": .stringConvertible(change.catalogue.viewTypes.count),
          "formats": .stringConvertible(change.catalogue.formats.count),
        ])
    } else {
      for screen in change.screens { log("published", screen.route, version: screen.version) }
    }
    for (route, version) in change.deleted { log("deleted", route, version: version) }
  }

  private func log(_ message: Logger.Message, _ route: Route, version: Int) {
    let level = level
    // Asynchronous, because the response to the write waits for the observers.
    queue.async { [logger] in
      logger.log(
        level: level, message,
        metadata: ["route": .string(route.name), "version": .stringConvertible(version)])
    }
  }

  /// Waits until all earlier publications are logged.
  func flush() { queue.sync {} }

  func didFindDamage(_ damage: DamagedVersion) {
    // On the queue, so that a version's publication is logged before its damage.
    queue.async { [logger] in
      logger.error(
        damage.isCurrent
          ? "the current version of a screen cannot be read, so the screen is not served"
          : "an earlier version of a screen cannot be read",
        metadata: [
          "route": .string(damage.route.name), "version": .stringConvertible(damage.version),
          "reason": .string(damage.reason), "hint": .string(damage.remedy),
        ])
    }
  }
}
