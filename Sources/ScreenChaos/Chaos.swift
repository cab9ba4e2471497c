package import JSONText
import SeededRandom

/// Changes a valid screen to test the app that reads it.
///
/// The same kind, seed and screen give the same output on every platform. Values beyond the limits of ``PlaceFinder``
/// and ``SchemaJudge`` stay unchanged.
package struct Chaos: Sendable {
  package let kind: ChaosKind
  package let seed: UInt64

  /// The number of items of a ``ChaosKind/manyItems`` screen.
  package static let manyItems = 10_000
  /// The number of changes that are tried to find one that the schema forbids.
  static let maximumTrials = 1_000

  package init(kind: ChaosKind, seed: UInt64) {
    self.kind = kind
    self.seed = seed
  }

  /// The element with this number in the series of every kind with one seed, then every kind with the next seed, and so
  /// on. Nil for a negative number or no kinds.
  package static func numbered(_ number: Int, of kinds: [ChaosKind], seed: UInt64) -> Chaos? {
    guard number >= 0, !kinds.isEmpty else { return nil }
    return Chaos(kind: kinds[number % kinds.count], seed: seed &+ UInt64(number / kinds.count))
  }

  /// Changes the items of a screen. Does nothing for the kinds that change the body.
  ///
  /// - Parameter schemas: the JSON Schemas (2020-12) of the content, by view type.
  package func apply(to sections: [ChaosSection], schemas: [String: JSONValue]) -> ChaosOutcome {
    var screen = ScreenMutator(sections, schemas: ContentSchemas(schemas), seed: seed)
    switch kind {
    case .unknownViewType: screen.nameUnknownViewType()
    case .missingRequired: screen.removeRequired()
    case .missingOptional: screen.removeOptional()
    case .wrongType: screen.replaceWithWrongType()
    case .nullValue: screen.replaceWithNull()
    case .extraMember: screen.addMembers()
    case .longText: screen.replaceTexts { .long(isFirst: $0) }
    case .rightToLeft: screen.replaceTexts { _ in .phrases(TextSupply.rightToLeft) }
    case .emoji: screen.replaceTexts { _ in .phrases(TextSupply.emoji) }
    case .emptyScreen: screen.empty()
    case .manyItems: screen.multiply(to: Self.manyItems)
    case .duplicateIDs: screen.duplicateID()
    case .truncatedBody, .invalidUTF8, .htmlInstead: break
    }
    return ChaosOutcome(sections: screen.sections, changes: screen.changes)
  }

  /// Changes a JSON body. Does nothing for the kinds that change the items.
  ///
  /// - Returns: the body and its media type: HTML for ``ChaosKind/htmlInstead``, otherwise JSON. A body that has
  ///   nothing to damage stays unchanged.
  package func apply(to body: [UInt8]) -> (body: [UInt8], contentType: String) {
    var random = SplitMix64(seed: seed)
    let json = "application/json"
    return switch kind {
    case .truncatedBody: (BodyDamage(body).truncated(&random), json)
    case .invalidUTF8: (BodyDamage(body).withInvalidUTF8(&random), json)
    case .htmlInstead: (ErrorPage.html(&random), "text/html")
    default: (body, json)
    }
  }
}
