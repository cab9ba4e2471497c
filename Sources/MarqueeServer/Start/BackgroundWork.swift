import FolderWatch
import Logging
import NodeStore
import ScreenAPI
import Screens

/// What the server does between requests: it publishes files that change, drafts that are due and changes of other
/// nodes, and sends messages.
struct BackgroundWork: Sendable {
  private let watch: FolderWatch?
  private let schedule: PublicationSchedule
  private let node: Node?
  private let messages: OutgoingMessages
  private let rollouts: RolloutTicker

  /// Starts all of it.
  init(
    _ publication: LoadedPublication, node: Node?, reports: any ReportStore, input: ScreensInput?,
    messages: OutgoingMessages,
    logger: Logger
  ) {
    self.node = node
    self.messages = messages
    let (folder, serving) = (publication.folder, publication.serving)
    watch = input?.snapshot.flatMap { folder?.watch(since: $0) }
    schedule = publication.schedule
    publication.log.start()
    let publishDue: @Sendable () -> Void = { [weak publisher = publication.publisher] in
      // Nothing can be published without the store. Due drafts are published when it is available again.
      guard node?.isWritable ?? true else { return }
      for failure in publisher?.schedules.publishDue() ?? [] { logger.error("\(failure)") }
    }
    schedule.start(publishDue)
    rollouts = RolloutTicker(publication.publisher, reports: reports, serving: serving, logger: logger) {
      node?.isWritable ?? true
    }
    rollouts.start()
    messages.start()
    node?.follower.attach(publication.publisher) {
      serving.setReady(true)
    } didReach: { isFirst in
      folder?.publishPending()
      if isFirst {
        publishDue()
        serving.exposures?.mergeStored()
      }
    }
  }

  /// Publishes nothing more. Messages are still sent: requests that are being finished can need some.
  func stopPublishing() {
    watch?.cancel()
    schedule.cancel()
    rollouts.stop()
    node?.follower.detach()
  }

  func stopSending() { messages.stop() }
}
