/// The segments of a path that an expression matches.
extension WireMockPattern {
  /// The segments of the paths, as far as they can be told apart: nil if the expression does not begin with a slash.
  /// The last one is the rest of the path if the expression spans segments.
  var segments: [WireMockPath.Segment]? {
    guard !ignoresCase, !hasAlternation, tokens.first == .literal("/") else { return nil }
    var segments: [WireMockPath.Segment] = []
    for part in parts {
      let part = WireMockPattern(tokens: part)
      if part.spansSegments {
        segments.append(.rest)
        return segments
      }
      segments.append(part.literal.map { WireMockPath.Segment(decoding: $0) } ?? .any)
    }
    return segments
  }

  /// Whether the segments say as much as the expression.
  var isOfWholeSegments: Bool {
    !ignoresCase && !hasAlternation && tokens.first == .literal("/")
      && parts.enumerated().allSatisfy { index, part in
        let part = WireMockPattern(tokens: part)
        if case .set("[^/]")? = part.tokens.first, part.tokens.count == 2 {
          return [.quantifier("+"), .quantifier("*")].contains(part.tokens.last)
        }
        if let literal = part.literal { return WireMockPath.Segment(decoding: literal) != .any }
        return index == parts.count - 1 && (part.matchesAll || part.matchesAllButEmpty)
      }
  }

  /// Whether it ends with everything that can follow, including a query.
  var endsOpen: Bool {
    tokens.suffix(2) == [.dot, .quantifier("*")] || tokens.suffix(2) == [.dot, .quantifier("+")]
  }

  /// The part before the query; the whole expression without one.
  var beforeQuery: WireMockPattern {
    let endings: [[Token]] = ["(", "(?:"].map {
      [.open($0), .literal("?"), .dot, .quantifier("*"), .close, .quantifier("?")]
    }
    if let ending = endings.first(where: { tokens.suffix($0.count) == $0[...] }) {
      return WireMockPattern(tokens: tokens.dropLast(ending.count))
    }
    let depths = depths
    let mark = depths.indices.first { index in
      guard depths[index].depth == 0, [.literal("?"), .set("[?]")].contains(depths[index].token) else {
        return false
      }
      guard index + 1 < depths.count, case .quantifier = depths[index + 1].token else { return true }
      return false
    }
    return mark.map { WireMockPattern(tokens: Array(tokens[..<$0])) } ?? self
  }

  /// The tokens between the slashes that divide segments. A slash at the end means nothing.
  private var parts: [[Token]] {
    var tokens = tokens
    if tokens.count > 2, [.quantifier("?"), .quantifier("*")].contains(tokens.last),
      tokens[tokens.count - 2] == .literal("/")
    {
      tokens.removeLast(2)
    }
    let all = WireMockPattern(tokens: Array(tokens.dropFirst())).depths
    var parts: [[Token]] = [[]]
    for (index, (token, depth)) in all.enumerated() {
      var isRepeated = false
      if index + 1 < all.count, case .quantifier = all[index + 1].token { isRepeated = true }
      if token == .literal("/"), depth == 0, !isRepeated {
        parts.append([])
      } else {
        parts[parts.count - 1].append(token)
      }
    }
    if parts.last?.isEmpty ?? false { parts.removeLast() }
    return parts
  }

  /// Whether it can match a slash. A single dot is most often meant literally.
  private var spansSegments: Bool {
    let depths = depths
    return depths.indices.contains { index in
      let (token, depth) = depths[index]
      var isRepeated = depth > 0
      if index + 1 < depths.count, case .quantifier(let text) = depths[index + 1].token {
        isRepeated = isRepeated || text.first != "?"
      }
      switch token {
      case .literal("/"): return true
      case .dot, .escape("S"), .escape("D"), .escape("W"): return isRepeated
      case .set(let set): return isRepeated && Self.includes("/", in: set)
      default: return false
      }
    }
  }

  /// Whether a set of characters includes one, which is no letter or digit, as far as the text of the set tells.
  static func includes(_ character: Character, in set: String) -> Bool {
    // Most categories of Unicode include other characters than letters and digits.
    if set.contains("\\p") || set.contains("\\P") { return true }
    let isNegated = set.hasPrefix("[^")
    let inside = Array(set.dropFirst(isNegated ? 2 : 1).dropLast())
    let names = inside.contains(character) || ["\\S", "\\D", "\\W"].contains { String(inside).contains($0) }
    let ranges = inside.indices.contains { index in
      index > 0 && index + 1 < inside.count && inside[index] == "-" && inside[index - 1] <= character
        && inside[index + 1] >= character
    }
    return (names || ranges) != isNegated
  }
}
