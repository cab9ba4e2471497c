/// The identity of a catalogue's content. Two are equal if one is a copy of the other.
final class CatalogueContent: Sendable, Equatable {
  static func == (one: CatalogueContent, other: CatalogueContent) -> Bool { one === other }
}
