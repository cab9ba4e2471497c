/// What a row of `marquee_change` is about.
enum ChangeKind: String, CaseIterable {
  case version, draft, imported, token, audit
  case viewType, format, preview, group, release
  /// Versions were deleted, up to a number.
  case pruned
  /// Nothing changed: the row keeps an interrupted transaction from being committed late.
  case fence

  /// The kinds of documents that have a name.
  static let documents: [ChangeKind] = [.viewType, .format, .preview, .group, .release]
}
