import JSONText
import Screens

/// The definitions that were sent for a preview and are not saved. They are kept in memory, the newest ones, until the
/// page is requested: an editor asks for one after each pause in typing, and storing each as a draft would fill the audit
/// log.
struct UnsavedPreviews: Sendable {
  /// The name of the query parameter that names one.
  static let parameter = "unsaved"

  struct Entry: Sendable {
    let preview: DraftPreview
    /// The path of the session or change set that it was sent to, or empty.
    let base: String
  }

  private let cache = BoundedCache<String, Entry>(maximumBytes: 128 << 20, maximumCount: 64)

  /// - Parameter bytes: the length of the definition as text. Parsed, it takes about eight times as much.
  /// - Returns: the name of the entry.
  func keep(_ preview: DraftPreview, base: String, bytes: Int) -> String {
    let id = String(UInt64.random(in: .min ... .max), radix: 16)
    cache.keep(Entry(preview: preview, base: base), bytes: bytes * 8, for: id)
    return id
  }

  /// The entry of a name; nil for one that is no longer kept, or that was sent for another screen or elsewhere.
  func entry(_ id: String, of route: Route, base: String) -> DraftPreview? {
    guard let entry = cache.value(id), entry.base == base, entry.preview.screen.route == route else {
      return nil
    }
    return entry.preview
  }
}
