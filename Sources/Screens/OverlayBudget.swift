import Synchronization

/// The memory that all overlays of a server together may take.
package final class OverlayBudget: Sendable {
  /// Bytes that one overlay may take.
  let maximumBytesOfOne: Int
  /// Bytes that all of them may.
  let maximumBytes: Int

  private let used = Atomic<Int>(0)

  package init(maximumBytesOfOne: Int = 16 << 20, maximumBytes: Int = 256 << 20) {
    self.maximumBytesOfOne = maximumBytesOfOne
    self.maximumBytes = maximumBytes
  }

  /// - Returns: false when there is not so much left.
  func take(_ bytes: Int) -> Bool {
    if used.add(bytes, ordering: .relaxed).newValue <= maximumBytes { return true }
    used.subtract(bytes, ordering: .relaxed)
    return false
  }

  func give(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }
}
