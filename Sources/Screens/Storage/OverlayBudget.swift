import Synchronization

/// The memory that all overlay stores of a server may use together.
package final class OverlayBudget: Sendable {
  /// The limit of one overlay, in bytes.
  let maximumBytesPerOverlay: Int
  /// The limit of all overlays together, in bytes.
  let maximumBytes: Int

  private let used = Atomic<Int>(0)

  package init(maximumBytesPerOverlay: Int = 16 << 20, maximumBytes: Int = 256 << 20) {
    self.maximumBytesPerOverlay = maximumBytesPerOverlay
    self.maximumBytes = maximumBytes
  }

  /// - Returns: false if less memory is left.
  func reserve(_ bytes: Int) -> Bool {
    if used.add(bytes, ordering: .relaxed).newValue <= maximumBytes { return true }
    used.subtract(bytes, ordering: .relaxed)
    return false
  }

  func release(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }
}
