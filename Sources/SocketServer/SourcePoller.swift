import Dispatch

/// The portable way: Dispatch sources of its own for each socket.
///
/// `@unchecked`: everything happens on `queue`.
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
    read.setEventHandler { [weak self] in self?.isReadable(descriptor, token) }
    watches[descriptor] = Watch(token: token, read: read, write: nil, interest: [])
    change(descriptor, token: token, interest)
    return true
  }

  private func isReadable(_ descriptor: Int32, _ token: UInt64) {
    guard let watch = watches[descriptor], watch.token == token else { return }
    let bytes = watch.read.data
    deliver?(token, .readable)
    // On Linux a source says once at most that both sides are shut or that the connection failed, and nothing after.
    if bytes == 0 { takeRest(descriptor, token) }
  }

  /// On Linux a source that is made, or resumed, while the end of its socket is being told says nothing at all. What a
  /// socket has for us and its source has not said is taken from the socket itself; told twice, it does no harm.
  func catchUp() {
    guard !watches.isEmpty else { return }
    for (descriptor, readiness) in Socket.ready(among: watches.map { ($0.key, $0.value.interest) }) {
      guard let watch = watches[descriptor] else { continue }
      if readiness.contains(.hangup) {
        takeRest(descriptor, watch.token)
      } else {
        deliver?(watch.token, readiness)
      }
    }
  }

  /// Goes on with a socket of which its source says no more.
  private func takeRest(_ descriptor: Int32, _ token: UInt64) {
    guard let watch = watches[descriptor], watch.token == token, !Socket.hungUp(among: [descriptor]).isEmpty
    else { return }
    deliver?(token, watch.interest.contains(.readable) ? [.readable, .hangup] : .hangup)
    queue.async { [weak self] in self?.takeRest(descriptor, token) }
  }

  /// A source that is not suspended fires; one that is must be resumed before it can be cancelled.
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

  /// A source says what is there until it has been read.
  func leftOver(_ descriptor: Int32, token: UInt64, _ interest: Readiness) {}

  /// Dispatch wants a descriptor to stay open until all its sources are cancelled.
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
