/// Which of several representations a client likes best (RFC 9110 §12).
package enum Negotiation {
  /// How well an offer fits: the element that decides about it.
  private struct Match {
    var quality = 0.0
    var specificity = 0
    /// Place of the element in the field; −1 for none.
    var element = -1
    var offer = 0

    /// The most specific element decides about an offer, then the higher weight, then the later one.
    func isBelow(_ other: Match) -> Bool {
      if specificity != other.specificity { return specificity < other.specificity }
      if quality != other.quality { return quality < other.quality }
      return element < other.element
    }

    /// Order of preference: weight, specificity, place in the field, place among the offers.
    func isBefore(_ other: Match) -> Bool {
      if quality != other.quality { return quality > other.quality }
      if specificity != other.specificity { return specificity > other.specificity }
      if element != other.element { return element < other.element }
      return offer < other.offer
    }
  }

  /// The acceptable ones of `available`, best first; without `available` what the field lists, in that order.
  /// `identity` is acceptable unless the field says otherwise, with the lowest weight in it (RFC 9110 §12.5.3).
  package static func encodings(_ field: String?, available: [String]?) -> [String] {
    var accepted = AcceptElement.list(field ?? "")
    let lowest = accepted.map { $0.quality > 0 || $0.quality < 0 ? $0.quality : 1 }.min() ?? 1
    let namesIdentity = accepted.contains {
      $0.name == "*" || AcceptElement.lowercased($0.name) == "identity"
    }
    if !namesIdentity {
      let place = AcceptElement.split(field ?? "", at: 0x2C).count
      accepted.append(AcceptElement(name: "identity", quality: min(lowest, 1), index: place))
    }
    return preferred(accepted, available) { offer, element in
      if AcceptElement.lowercased(element.name) == AcceptElement.lowercased(offer) { return 1 }
      return element.name == "*" ? 0 : nil
    }
  }

  /// The same for media types. No field accepts everything.
  package static func mediaTypes(_ field: String?, available: [String]?) -> [String] {
    let accepted = AcceptElement.list(field ?? "*/*").filter { $0.mediaType != nil }
    return preferred(accepted, available) { offer, element in
      guard let offered = AcceptElement(offer, index: 0), let type = offered.mediaType,
        let range = element.mediaType
      else { return nil }
      var specificity = 0
      if range.type == type.type { specificity |= 4 } else if range.type != "*" { return nil }
      if range.subtype == type.subtype { specificity |= 2 } else if range.subtype != "*" { return nil }
      guard !element.parameters.isEmpty else { return specificity }
      for parameter in element.parameters where parameter.value != "*" {
        let value = offered.parameters.last { $0.name == parameter.name }?.value ?? ""
        guard AcceptElement.lowercased(value) == AcceptElement.lowercased(parameter.value) else { return nil }
      }
      return specificity | 1
    }
  }

  private static func preferred(
    _ accepted: [AcceptElement], _ available: [String]?, fit: (String, AcceptElement) -> Int?
  ) -> [String] {
    guard let available else {
      return accepted.filter { $0.quality > 0 }
        .sorted { $0.quality != $1.quality ? $0.quality > $1.quality : $0.index < $1.index }
        .map(\.name)
    }
    var matches: [Match] = []
    for (index, offer) in available.enumerated() {
      var best = Match(offer: index)
      for element in accepted {
        guard let specificity = fit(offer, element) else { continue }
        let match = Match(
          quality: element.quality, specificity: specificity, element: element.index, offer: index)
        if best.isBelow(match) { best = match }
      }
      if best.quality > 0 { matches.append(best) }
    }
    return matches.sorted { $0.isBefore($1) }.map { available[$0.offer] }
  }
}
