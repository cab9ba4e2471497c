/// What a wire format can say of a page: `"$page.next"`.
package enum PageValue: String, Sendable, CaseIterable {
  /// The address of the next page, and its cursor. Both are absent on the last page.
  case next, cursor
  /// The number of the page, from 1.
  case number
  /// The number of items of a page, and of all pages.
  case size, total
  case hasNext
}
