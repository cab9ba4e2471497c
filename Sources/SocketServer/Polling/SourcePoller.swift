import Dispatch

/// The portable poller: one Dispatch source for reading and one for writing per socket.
///
/// `@unchecked`: everything runs on `queue`.
final class SourcePoller: EventPoller, @unchecked Sendable {
  private struct Watch {
    var token: UInt64
    let read: any DispatchSourceRead
    var write: (any DispatchSourceWrite)?
    var interest: Readiness
  }

  private let queue: DispatchQueue
  private var watches: [Int32: Watch] = [:]
  private var deliver: ((UInt64, Readiness) -> Void)?

  init(queue: DispatchQueue) { self.queue = queue }

  func start(deliver: @escaping (UInt64, Readiness) -> Void) { self.deliver = deliver }

  func add(_ descriptor: Int32, token: UInt64, _ interest: Readiness) -> Bool {
    let read = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    read.setEventHandler { [weak self] in self?.deliverReadable(descriptor, token) }
    watches[descriptor] = Watch(token: token, read: read, write: nil, interest: [])
    change(descriptor, token: token, interest)
    return true
  }

  private func deliverReadable(_ descriptor: Int32, _ token: UInt64) {
    guard let watch = watches[descriptor], watch.token == token else { return }
    let bytes = watch.read.data
    deliver?(token, .readable)
    // On Linux a source reports a hangup at most once, and nothing after it.
    if bytes == 0 { reportHangup(descriptor, token) }
  }

  /// Checks the sockets with poll(2). On Linux a source that is created or resumed after its socket hung up reports
  /// nothing. Delivering an event twice is harmless.
  func pollMissedEvents() {
    guard !watches.isEmpty else { return }
    for (descriptor, readiness) in Socket.ready(among: watches.map { ($0.key, $0.value.interest) }) {
      guard let watch = watches[descriptor] else { continue }
      if readiness.contains(.hangup) {
        reportHangup(descriptor, watch.token)
      } else {
        deliver?(watch.token, readiness)
      }
    }
  }

  /// Delivers a hangup again and again until the loop closes the socket, because its source reports nothing more.
  private func reportHangup(_ descriptor: Int32, _ token: UInt64) {
    guard let watch = watches[descriptor], watch.token == token, !Socket.hungUp(among: [descriptor]).isEmpty
    else { return }
    deliver?(token, watch.interest.contains(.readable) ? [.readable, .hangup] : .hangup)
    queue.async { [weak self] in self?.reportHangup(descriptor, token) }
  }

  func change(_ descriptor: Int32, token: UInt64, _ interest: Readiness) {
    guard var watch = watches[descriptor] else { return }
    let before = watch.interest
    if interest.contains(.readable) != before.contains(.readable) {
      if interest.contains(.readable) { watch.read.resume() } else { watch.read.suspend() }
    }
    if interest.contains(.writable) != before.contains(.writable) {
      if interest.contains(.writable) {
        let write =
          watch.write ?? DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
        if watch.write == nil {
          write.setEventHandler { [weak self] in self?.deliver?(token, .writable) }
          watch.write = write
        }
        write.resume()
      } else {
        watch.write?.suspend()
      }
    }
    watch.interest = interest
    watches[descriptor] = watch
  }

  /// Does nothing: a source reports data until it has been read.
  func rearm(_ descriptor: Int32, token: UInt64, _ interest: Readiness) {}

  /// Closes the descriptor after all its sources are cancelled, as Dispatch requires. A suspended source must be
  /// resumed to be cancelled.
  func close(_ descriptor: Int32) {
    guard let watch = watches.removeValue(forKey: descriptor) else { return }
    let group = DispatchGroup()
    var sources: [any DispatchSourceProtocol] = [watch.read]
    if let write = watch.write { sources.append(write) }
    for source in sources {
      group.enter()
      source.setEventHandler(handler: nil)
      source.setCancelHandler { group.leave() }
      source.cancel()
    }
    if !watch.interest.contains(.readable) { watch.read.resume() }
    if !watch.interest.contains(.writable) { watch.write?.resume() }
    group.notify(queue: queue) { Socket.close(descriptor) }
  }

  func stop() { deliver = nil }
}
