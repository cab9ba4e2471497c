#if os(Linux)
  import CEpoll
  import Dispatch
  import Glibc

  /// One Dispatch source over an epoll descriptor. An epoll descriptor is itself pollable: it becomes readable when one
  /// of its sockets is ready. The source's handler then takes events without blocking until there are none.
  final class EpollPoller: EventPoller {
    /// The largest number of batches before other work on the queue runs. The source fires again if events remain.
    private static let rounds = 32
    private static let batch = 256

    private let descriptor: Int32
    private let source: any DispatchSourceRead
    private var events = [cepoll_event](repeating: cepoll_event(token: 0, events: 0), count: batch)
    private var deliver: ((UInt64, Readiness) -> Void)?

    init?(queue: DispatchQueue) {
      let poller = cepoll_create()
      guard poller >= 0 else { return nil }
      descriptor = poller
      source = DispatchSource.makeReadSource(fileDescriptor: poller, queue: queue)
      source.setCancelHandler { Socket.close(poller) }
    }

    func start(deliver: @escaping (UInt64, Readiness) -> Void) {
      self.deliver = deliver
      // A reference cycle that `stop` breaks.
      source.setEventHandler { [self] in take() }
      source.activate()
    }

    private func take() {
      guard let deliver else { return }
      for _ in 0..<Self.rounds {
        // SAFETY: pointer and count belong to the same array.
        let count = unsafe events.withUnsafeMutableBufferPointer {
          unsafe cepoll_take(descriptor, $0.baseAddress, Int32($0.count))
        }
        guard count > 0 else { return }
        for index in 0..<Int(count) {
          deliver(events[index].token, Readiness(rawValue: events[index].events))
        }
      }
    }

    func add(_ socket: Int32, token: UInt64, _ interest: Readiness) -> Bool {
      cepoll_add(descriptor, socket, interest.rawValue, token) == 0
    }

    func change(_ socket: Int32, token: UInt64, _ interest: Readiness) {
      _ = cepoll_modify(descriptor, socket, interest.rawValue, token)
    }

    func rearm(_ socket: Int32, token: UInt64, _ interest: Readiness) {
      // With EPOLLET, `EPOLL_CTL_MOD` reports a descriptor again if it is still ready.
      change(socket, token: token, interest)
    }

    /// Does nothing: epoll misses no events.
    func pollMissedEvents() {}

    /// Closes the descriptor, which also removes it from epoll.
    func close(_ socket: Int32) { Socket.close(socket) }

    func stop() {
      deliver = nil
      source.setEventHandler(handler: nil)
      source.cancel()
    }
  }
#endif
