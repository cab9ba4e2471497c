import BuiltPrograms
import Dispatch
import Foundation

extension ChildProcess {
  /// Kills the process after some seconds, unless the timer is cancelled.
  func killTimer(after seconds: Int) -> DispatchWorkItem {
    let timer = DispatchWorkItem { self.send(SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: timer)
    return timer
  }

  /// Waits for the end, and kills the process if it takes longer.
  /// - Returns: the exit code, or 128 and the signal's number.
  func waitUntilExit(orKillAfter seconds: Int) -> Int32 {
    let timer = killTimer(after: seconds)
    defer { timer.cancel() }
    return waitUntilExit()
  }
}
