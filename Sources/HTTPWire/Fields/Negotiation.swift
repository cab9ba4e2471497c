/// Orders representations by the client's preference (RFC 9110 §12).
package enum Negotiation {
  /// An offer and the element of the field that decides its weight.
  private struct Match {
    var quality = 0.0
    var specificity = 0
    /// The position of the element in the field; −1 for none.
    var element = -1
    var offer = 0

    /// Whether `other` decides about the same offer instead of this match: the more specific element wins, then the
    /// higher weight, then the later element.
    func isBelow(_ other: Match) -> Bool {
      if specificity != other.specificity { return specificity < other.specificity }
      if quality != other.quality { return quality < other.quality }
      return element < other.element
    }

    /// The order of preference: weight, specificity, position in the field, position among the offers.
    func isBefore(_ other: Match) -> Bool {
      if quality != other.quality { return quality > other.quality }
      if specificity != other.specificity { return specificity > other.specificity }
      if element != other.element { return element < other.element }
      return offer < other.offer
    }
  }

  /// The acceptable codings of `available`, best first; if `available` is nil, the codings in the field, best first.
  /// `identity` is acceptable with the lowest weight above 0 in the field, unless the field contains `identity` or `*`
  /// (RFC 9110 §12.5.3).
  package static func encodings(_ field: String?, available: [String]?) -> [String] {
    var accepted = AcceptElement.list(field ?? "")
    let lowest = accepted.map { $0.quality > 0 || $0.quality < 0 ? $0.quality : 1 }.min() ?? 1
    let namesIdentity = accepted.contains {
      $0.name == "*" || AcceptElement.isSame($0.name, "identity")
    }
    if !namesIdentity {
      let place = FieldList.elements(of: field ?? "").count
      accepted.append(AcceptElement(name: "identity", quality: min(lowest, 1), index: place))
    }
    return preferred(accepted, available) { offer, element in
      if AcceptElement.isSame(element.name, offer) { return 1 }
      return element.name == "*" ? 0 : nil
    }
  }

  /// The acceptable media types of `available`, best first; if `available` is nil, the ranges in the field, best
  /// first. Without a field, all are acceptable.
  /// - Parameter ignored: the name, in lower case, of a parameter that doesn't restrict the offers.
  package static func mediaTypes(
    _ field: String?, available: [String]?, ignoring ignored: String? = nil
  ) -> [String] {
    let accepted = AcceptElement.list(field ?? "*/*").filter { $0.mediaType != nil }
    return preferred(accepted, available) { offer, element in
      guard let offered = AcceptElement(offer, index: 0), let type = offered.mediaType,
        let range = element.mediaType
      else { return nil }
      var specificity = 0
      if AcceptElement.isSame(range.type, type.type) {
        specificity |= 4
      } else if range.type != "*" {
        return nil
      }
      if AcceptElement.isSame(range.subtype, type.subtype) {
        specificity |= 2
      } else if range.subtype != "*" {
        return nil
      }
      let parameters = element.parameters.filter { $0.name != ignored }
      guard !parameters.isEmpty else { return specificity }
      for parameter in parameters where parameter.value != "*" {
        let value = offered.parameters.last { AcceptElement.isSame($0.name, parameter.name) }?.value ?? ""
        guard AcceptElement.isSame(value, parameter.value) else { return nil }
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
