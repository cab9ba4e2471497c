import JSONSchema
import JSONText

/// The strings of a screen that have a meaning: the texts that people read, and the links to screens. Those of all
/// variants and fallbacks are among them.
package struct ScreenStrings: Sendable {
  /// A text, and where it stands.
  package struct Text: Sendable {
    package let place: TextPlace
    package let source: String
    /// The largest number of characters that its schema accepts; nil for any.
    package let maximumLength: Int?
    /// The location in the definition, or that of the item whose change brings it.
    let pointer: JSONPointer
  }

  /// A link, and where it stands.
  package struct Link: Sendable {
    package let place: TextPlace
    package let target: String
    let pointer: JSONPointer
  }

  /// Without repetitions, in the order of the layouts.
  package private(set) var texts: [Text] = []
  package private(set) var links: [Link] = []

  private struct Key: Hashable {
    let place: TextPlace
    let string: ExactString
  }

  private var known: Set<Key> = []
  private let catalogue: Catalogue

  package init(of screen: PublishedScreen, in catalogue: Catalogue) {
    self.init(of: screen.definition, screen.combinations, in: catalogue)
  }

  init(of definition: Definition, _ combinations: [Combination], in catalogue: Catalogue) {
    self.catalogue = catalogue
    let format = catalogue.format(definition.format)
    let isNamed = definition.json["screenName"] != nil
    for layout in combinations.map(\.layout) {
      if isNamed || layout.screenName != definition.screenName {
        addText(.screenName, layout.screenName, at: TextPlace.screenName.at)
      }
      add(layout.values, .screen, format?.values.screen, at: .root)
      for section in layout.sections {
        if let id = section.id.map({ TextPlace.Owner.section(ExactString($0)) }) {
          for (name, text) in [("header", section.header), ("footer", section.footer)] {
            guard let text else { continue }
            addText(TextPlace(id, JSONPointer(tokens: [name])), text, at: section.origin.appending(name))
          }
          add(section.values, id, format?.values.section, at: section.origin)
        }
        for item in section.items { add(item) }
      }
    }
    known = []
  }

  private mutating func add(_ item: Item) {
    for candidate in item.alternatives {
      guard let meanings = catalogue.viewType(candidate.viewType)?.meanings else { continue }
      add(
        meanings.places(in: candidate.ownContent), .item(ExactString(candidate.id)), below: [],
        at: candidate.origin.appending("content"))
    }
  }

  private mutating func add(
    _ values: JSONObject?, _ owner: TextPlace.Owner, _ schema: ContentSchema?, at location: JSONPointer
  ) {
    guard let values, let meanings = schema?.meanings else { return }
    add(meanings.places(in: .object(values)), owner, below: ["values"], at: location.appending("values"))
  }

  /// - Parameter location: where the value stands in which the places are.
  private mutating func add(
    _ places: [MeaningPlaces.Place], _ owner: TextPlace.Owner, below tokens: [String],
    at location: JSONPointer
  ) {
    for place in places {
      let at = TextPlace(owner, JSONPointer(tokens: tokens + place.pointer.tokens))
      let pointer = location.appending(place.pointer)
      switch place.meaning {
      case .text: addText(at, place.string, place.maximumLength, at: pointer)
      case .route:
        if known.insert(Key(place: at, string: ExactString(place.string))).inserted {
          links.append(Link(place: at, target: place.string, pointer: pointer))
        }
      }
    }
  }

  private mutating func addText(
    _ place: TextPlace, _ source: String, _ maximumLength: Int? = nil, at pointer: JSONPointer
  ) {
    // An empty text needs no translation.
    guard !source.isEmpty, known.insert(Key(place: place, string: ExactString(source))).inserted else {
      return
    }
    texts.append(Text(place: place, source: source, maximumLength: maximumLength, pointer: pointer))
  }
}
