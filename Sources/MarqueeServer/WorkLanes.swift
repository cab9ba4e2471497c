import Dispatch
import Synchronization

/// Runs writes of the admin API, a few at a time.
///
/// The publisher stores one change after another. Meanwhile, the next ones are validated and rendered. Writers that wait
/// occupy no threads that reads need.
final class WriteQueue: Sendable {
  /// The number of writes that run at a time: one that is being stored, and those that are being prepared meanwhile.
  private static let width = 3

  private let lanes = (0..<width).map { DispatchQueue(label: "marquee.writes.\($0)") }
  private let count = Atomic<Int>(0)

  /// Runs work after that of the same lane. Lanes take turns.
  func add(_ work: @escaping @Sendable () -> Void) {
    let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
    lanes[Int(UInt(bitPattern: number) % UInt(lanes.count))].async(execute: work)
  }
}
