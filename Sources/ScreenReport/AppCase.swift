package import Screens

/// What one user sees: a variant of a screen on a release of an app.
package struct AppCase: Sendable, Hashable {
  /// The name of the combination of variants; nil for the definition without variants.
  package let variant: String?
  /// Nil for an app that shows all view types.
  package let release: ReleaseName?

  /// The name of a combination in a list: `order=b + banner=on`. A comma stands between combinations only.
  package static func words(_ variant: String?) -> String {
    variant?.replacing(", ", with: " + ") ?? "without variants"
  }

  /// A short description of cases, such as `price-first · ios/1.2.0, ios/1.3.0`.
  /// - Parameter all: all cases of the screen. If `cases` has all variants or all releases, the text says "all".
  package static func text(_ cases: [AppCase], of all: [AppCase]) -> String {
    let variants = unique(all.map(\.variant))
    let releases = unique(all.map(\.release))
    guard cases.count < all.count else {
      return [variants.count > 1 ? "all variants" : "", releases.count > 1 ? "all releases" : ""]
        .filter { !$0.isEmpty }.joined(separator: " · ")
    }
    // Variants with the same releases are listed together.
    var groups: [(variants: [String?], releases: [ReleaseName?])] = []
    for variant in unique(cases.map(\.variant)) {
      let shown = cases.filter { $0.variant == variant }.map(\.release)
      if let index = groups.firstIndex(where: { $0.releases == shown }) {
        groups[index].variants.append(variant)
      } else {
        groups.append(([variant], shown))
      }
    }
    return groups.map { group in
      var parts: [String] = []
      if variants.count > 1 {
        parts.append(
          group.variants.count == variants.count
            ? "all variants" : group.variants.map(words).joined(separator: ", "))
      }
      if releases.count > 1 {
        parts.append(
          group.releases.count == releases.count
            ? "all releases"
            : group.releases.map { $0?.description ?? "apps with all view types" }.joined(separator: ", "))
      }
      return parts.joined(separator: " · ")
    }.joined(separator: "; ")
  }

  private static func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
    var known: Set<Value> = []
    return values.filter { known.insert($0).inserted }
  }
}
