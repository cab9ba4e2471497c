import Foundation

/// Renders a few previews at a time: a page of thousands of items takes a while, and anyone can request it.
struct PreviewQueue: Sendable {
  /// The number of previews that are rendered at a time.
  private static let width = 2
  /// The number of previews that wait. A dialog of the console shows some dozens at once.
  private static let maximumWaiting = 256

  private let queue: OperationQueue

  init() {
    queue = OperationQueue()
    queue.name = "marquee.previews"
    queue.maxConcurrentOperationCount = Self.width
  }

  /// - Returns: whether the work will run; false if too much waits.
  func add(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard queue.operationCount < Self.maximumWaiting else { return false }
    queue.addOperation(work)
    return true
  }
}
