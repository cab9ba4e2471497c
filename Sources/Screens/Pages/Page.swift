import JSONText
import MessageDigest

/// One page of a layout.
package struct Page: Sendable {
  /// The layout with the items of the page. Sections without any are left out.
  package let layout: Layout
  /// Those of the downgrades that concern items of the page.
  package let downgrades: [TailoredLayout.Downgrade]
  /// Where the page begins.
  package let cursor: PageCursor
  /// The number of items of a page.
  package let size: Int
  /// The number of items on all pages, without those inside others.
  package let total: Int
  /// Where the next page begins; nil on the last one.
  package let next: PageCursor?
  /// The prefix of all paths: that of a session or a change set, or empty.
  package var path = ""
  private let nextBelowPath: String?

  /// The path and query of the next page; nil on the last one.
  package var nextAddress: String? { nextBelowPath.map { path + $0 } }

  /// - Parameters:
  ///   - cursor: where the page begins.
  ///   - address: returns the path and query of a page, without the prefix.
  fileprivate init(
    of tailored: TailoredLayout, _ pages: Pages, from cursor: PageCursor,
    at address: (PageCursor) -> String
  ) {
    let positions = tailored.positions
    // The positions are in order, so the search need not look at all of them.
    let start = positions.partitioningIndex { $0 >= cursor.position }
    let end = min(start + pages.size, positions.count)
    next = end < positions.count ? cursor.next(at: positions[end]) : nil
    nextBelowPath = next.map(address)
    let range = cursor.position..<max(cursor.position, next?.position ?? .max)
    downgrades = tailored.downgrades.filter { range.contains($0.position) }
    layout = tailored.layout.taking(start..<end)
    self.cursor = cursor
    size = pages.size
    total = positions.count
  }
}

extension PublishedScreen {
  /// Where the first page of a combination begins; nil for a screen without pages.
  package func firstPage(ofCombination index: Int, as format: WireFormat) -> PageCursor? {
    guard let content = definition.pagesContent else { return nil }
    let digest = SHA256Digest(of: content + format.json.serialized()).hexadecimal(prefix: 5)
    return PageCursor(version: version, combination: index, content: digest)
  }

  /// A page of a layout; nil for a screen without pages.
  /// - Parameter cursor: where the page begins; nil for a screen without pages.
  package func page(
    of tailored: @autoclosure () -> TailoredLayout, as format: WireFormat, from cursor: PageCursor?
  ) -> Page? {
    guard let pages = definition.pages, let cursor else { return nil }
    let other = format.name.hasSameScalars(as: definition.format) ? "" : "&format=\(format.name)"
    let locale = language.map { "&locale=\($0)" } ?? ""
    return Page(of: tailored(), pages, from: cursor) {
      "/screens/\(route.name)?\(pages.parameter)=\($0.text)\(other)\(locale)"
    }
  }
}

extension Layout {
  /// The layout with some of its items, counted over all sections.
  fileprivate func taking(_ range: Range<Int>) -> Layout {
    var page = self
    page.sections = []
    var index = 0
    for section in sections {
      let own = index..<index + section.items.count
      index = own.upperBound
      let kept = own.clamped(to: range)
      guard !kept.isEmpty || isFlat else { continue }
      var section = section
      section.items = Array(
        section.items.dropFirst(kept.lowerBound - own.lowerBound).prefix(kept.count))
      page.sections.append(section)
    }
    return page
  }
}

extension [Int] {
  /// The first index whose element meets a condition that all later ones meet, too.
  fileprivate func partitioningIndex(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
