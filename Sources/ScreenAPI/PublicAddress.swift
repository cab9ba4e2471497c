import Synchronization

/// Where clients reach the server: known once it listens, or from the start when it is said to it.
package final class PublicAddress: Sendable {
  private let text: Mutex<String?>

  package init(_ url: String? = nil) { text = Mutex(url) }

  /// `http://127.0.0.1:8080`; nil when it is not known yet.
  var url: String? { text.withLock { $0 } }

  /// Says it, unless it is known.
  package func set(_ url: String) { text.withLock { $0 = $0 ?? url } }
}
