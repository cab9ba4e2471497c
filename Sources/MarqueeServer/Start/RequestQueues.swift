import Dispatch
import Foundation

/// The queues on which the API runs work that would stop a loop of the sockets.
struct RequestQueues: Sendable {
  /// Work for apps, and timers.
  let requests = DispatchQueue(label: "marquee.requests", attributes: .concurrent)
  let admin = WorkLanes("marquee.admin", width: 8)
  /// One write is stored at a time. Meanwhile, others are validated and rendered.
  let writes = WorkLanes("marquee.writes", width: 3)
  /// A page of thousands of items takes a while, and anyone can request it. A dialog of the console shows some dozens.
  let previews = WorkLanes("marquee.previews", width: 2, maximumWaiting: 256)
  /// Half of the processors stay free for everything else.
  let computations = WorkLanes(
    "marquee.computations", width: ProcessInfo.processInfo.activeProcessorCount / 2)

  /// Runs work after a delay.
  /// - Returns: a function that cancels it.
  func later(_ milliseconds: Int, _ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let timer = DelayTimer(milliseconds: milliseconds, on: requests, work)
    return { timer.cancel() }
  }
}
