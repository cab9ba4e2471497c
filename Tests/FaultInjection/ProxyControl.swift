import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The state that a proxy's users share with its thread: commands, armed cuts and counters.
final class ProxyControl: Sendable {
  /// A change of the mode, or the end, which the thread carries out.
  final class Command: Sendable {
    /// Nil ends the proxy.
    let mode: FaultProxy.Mode?
    private let done = DispatchSemaphore(value: 0)
    private let failure = Mutex<LoopbackSocket.Failure?>(nil)

    init(_ mode: FaultProxy.Mode?) { self.mode = mode }

    func finish(_ failure: LoopbackSocket.Failure? = nil) {
      self.failure.withLock { $0 = failure }
      done.signal()
    }

    /// - Throws: ``LoopbackSocket/Failure``
    func wait() throws {
      done.wait()
      if let failure = failure.withLock(\.self) { throw failure }
    }
  }

  private struct State {
    var mode = FaultProxy.Mode.pass
    var commands: [Command] = []
    var isStopped = false
    var armed: [FaultProxy.Cut] = []
    /// Whether the last change of `armed` by a user was to cancel all.
    var isDisarmed = false
    /// Whether the next cut changes the mode to `refuse`.
    var refusesAfterCut = false
    var counters = FaultProxy.Counters()
  }

  private let state = Mutex(State())
  /// Readable when there are commands.
  let wakeDescriptor: Int32
  private let wakingDescriptor: Int32

  /// - Throws: ``LoopbackSocket/Failure``
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw LoopbackSocket.Failure("pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (wakeDescriptor, wakingDescriptor) = (ends[0], ends[1])
  }

  deinit {
    close(wakeDescriptor)
    close(wakingDescriptor)
  }

  var mode: FaultProxy.Mode { state.withLock { $0.mode } }
  var counters: FaultProxy.Counters { state.withLock { $0.counters } }
  var armed: [FaultProxy.Cut] { state.withLock { $0.armed } }

  /// Lets the thread change the mode, or end, and waits for it. Does nothing after the end.
  /// - Throws: ``LoopbackSocket/Failure`` if the port cannot be opened again.
  func perform(_ mode: FaultProxy.Mode?) throws {
    let command = Command(mode)
    let isAccepted = state.withLock { state in
      guard !state.isStopped else { return false }
      state.commands.append(command)
      if let mode { state.mode = mode } else { state.isStopped = true }
      return true
    }
    guard isAccepted else { return }
    var byte: UInt8 = 0
    _ = unsafe write(wakingDescriptor, &byte, 1)
    try command.wait()
  }

  /// The commands that have arrived, in order.
  func takeCommands() -> [Command] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(wakeDescriptor, &bytes, bytes.count) > 0 {}
    return state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  func arm(_ cut: FaultProxy.Cut, times: Int, refuses: Bool) {
    state.withLock { state in
      state.refusesAfterCut = refuses
      state.armed += [FaultProxy.Cut](repeating: cut, count: times)
      state.isDisarmed = false
    }
  }

  func disarm() {
    state.withLock { state in
      state.armed = []
      state.isDisarmed = true
      state.refusesAfterCut = false
    }
  }

  /// Counts a commit, and takes the cut for it if one is armed.
  func takeCut() -> FaultProxy.Cut? {
    state.withLock { state in
      state.counters.commits += 1
      return state.armed.isEmpty ? nil : state.armed.removeFirst()
    }
  }

  /// Arms a cut again that did not happen.
  func returnCut(_ cut: FaultProxy.Cut) {
    state.withLock { if !$0.isDisarmed { $0.armed.insert(cut, at: 0) } }
  }

  /// Counts a cut that happens now.
  func didCut(_ cut: FaultProxy.Cut) {
    state.withLock { state in
      state.counters.cuts[cut, default: 0] += 1
      if state.refusesAfterCut { state.mode = .refuse }
      state.refusesAfterCut = false
    }
  }

  func count(_ change: (inout FaultProxy.Counters) -> Void) { state.withLock { change(&$0.counters) } }
}
