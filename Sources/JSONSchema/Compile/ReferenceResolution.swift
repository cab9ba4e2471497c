import JSONText

/// The location of a reference.
struct ReferenceOrigin {
  let location: SchemaCompilation.Location
  /// The node that has the reference.
  let node: Int
  /// The resource whose URI is the reference's base.
  let resource: Int
}

/// Resolves references to nodes (core §8.2.3, §9.2).
extension SchemaCompilation {
  /// The target of a reference.
  private struct Target {
    let location: Location
    let value: JSONValue
    /// The resource that the URI names without its fragment.
    let resource: SchemaResource
    /// The fragment if it is an anchor.
    let anchor: ExactString?
  }

  mutating func reference(_ text: String, keyword: ReferenceName, from origin: ReferenceOrigin) -> [Keyword] {
    guard let target = resolve(text, keyword: keyword, from: origin) else { return [] }
    return [plainReference(to: target, text: text, keyword: keyword, from: origin)]
  }

  /// `$dynamicRef` (core §8.2.3.2): dynamic only if a `$dynamicAnchor` defines its initial target.
  mutating func dynamicReference(_ text: String, from origin: ReferenceOrigin) -> [Keyword] {
    guard let target = resolve(text, keyword: .dynamicRef, from: origin) else { return [] }
    guard let anchor = target.anchor, target.resource.dynamicAnchors.contains(anchor) else {
      return [plainReference(to: target, text: text, keyword: .dynamicRef, from: origin)]
    }
    dynamicNames.insert(anchor)
    let initial = node(at: target.location, value: target.value)
    return [
      .dynamicReference(DynamicReferenceKeyword(keyword: .dynamicRef, anchor: anchor, initial: initial))
    ]
  }

  /// `$recursiveRef` (draft 2019-09 core §8.2.4.2), whose only value is `#`.
  mutating func recursiveReference(from origin: ReferenceOrigin) -> [Keyword] {
    guard let target = resolve("#", keyword: .recursiveRef, from: origin) else { return [] }
    let anchor = SchemaDocument.recursiveAnchor
    guard target.resource.dynamicAnchors.contains(anchor) else {
      return [plainReference(to: target, text: "#", keyword: .recursiveRef, from: origin)]
    }
    dynamicNames.insert(anchor)
    let initial = node(at: target.location, value: target.value)
    return [
      .dynamicReference(DynamicReferenceKeyword(keyword: .recursiveRef, anchor: anchor, initial: initial))
    ]
  }

  private mutating func plainReference(
    to target: Target, text: String, keyword: ReferenceName, from origin: ReferenceOrigin
  ) -> Keyword {
    let location = Location(
      document: origin.location.document, pointer: origin.location.pointer.appending(keyword.rawValue))
    referenceLocations[origin.node] = (location, text)
    return .reference(node(at: target.location, value: target.value), keyword: keyword)
  }

  private mutating func resolve(_ text: String, keyword: ReferenceName, from origin: ReferenceOrigin)
    -> Target?
  {
    let at = Location(
      document: origin.location.document, pointer: origin.location.pointer.appending(keyword.rawValue))
    let base = URIReference(resources[origin.resource].uri)
    let reference = URIReference(text).resolved(against: base)
    let uri = reference.withoutFragment.description
    guard let (document, local) = resource(uri: uri) else {
      // URIs are compared relative to the base: their long common prefix would make all of them near.
      let nearest =
        takeNearestNameSearch()
        ? NearestName.to(
          Self.relative(uri, to: base), among: knownURIs.map { Self.relative($0, to: base) }, share: 3) : nil
      note(.unresolvedReference(text, nearest: nearest), at: at)
      return nil
    }
    let found = documents[document].resources[local]
    let root = documents[document].root
    guard let fragment = reference.decodedFragment else {
      note(.unresolvedReference(text, nearest: nil), at: at)
      return nil
    }
    let prefix = String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "#") })) + "#"
    guard let pointer = documents[document].pointer(of: fragment, in: found) else {
      let names = found.anchors.keys.map(\.text)
      let nearest =
        takeNearestNameSearch() ? NearestName.to(fragment, among: names, share: 3).map { prefix + $0 } : nil
      note(.unresolvedReference(text, nearest: nearest), at: at)
      return nil
    }
    guard let value = pointer.value(in: root) else {
      let corrected = takeNearestNameSearch() ? pointer.corrected(in: root) : nil
      let nearest = corrected.map { near in
        prefix + JSONPointer(tokens: Array(near.tokens.dropFirst(found.pointer.tokens.count))).description
      }
      note(.unresolvedReference(text, nearest: nearest), at: at)
      return nil
    }
    guard value.kind == .object || value.kind == .boolean else {
      note(.notASchema(text), at: at)
      return nil
    }
    let isAnchor = !fragment.isEmpty && fragment.utf8.first != UInt8(ascii: "/")
    return Target(
      location: Location(document: document, pointer: pointer), value: value, resource: found,
      anchor: isAnchor ? ExactString(fragment) : nil)
  }

  /// A URI relative to the folder of the base.
  private static func relative(_ uri: String, to base: URIReference) -> String {
    let folder = URIReference(".").resolved(against: base).description
    return !folder.isEmpty && uri.hasPrefix(folder) && uri.count > folder.count
      ? String(uri.dropFirst(folder.count)) : uri
  }
}
