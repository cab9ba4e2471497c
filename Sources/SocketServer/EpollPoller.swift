#if os(Linux)
  import CEpoll
  import Dispatch
  import Glibc

  /// One Dispatch source over an epoll descriptor, which is itself pollable: it becomes readable when one of the
  /// sockets in it is ready. The source's handler takes events without waiting until there are none.
  final class EpollPoller: EventPoller {
    /// Rounds before the queue's other work gets its turn; the source fires again when events are left.
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
      // Until `stop` takes the handler away.
      source.setEventHandler { [self] in take() }
      source.activate()
    }

    private func take() {
      guard let deliver else { return }
      for _ in 0..<Self.rounds {
        // SAFETY: the array has room for the batch that the call is told.
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

    func leftOver(_ socket: Int32, token: UInt64, _ interest: Readiness) {
      // To ask anew is to be told anew.
      change(socket, token: token, interest)
    }

    /// epoll says everything.
    func catchUp() {}

    /// epoll forgets a descriptor by itself when it is closed.
    func close(_ socket: Int32) { Socket.close(socket) }

    func stop() {
      deliver = nil
      source.setEventHandler(handler: nil)
      source.cancel()
    }
  }
#endif
