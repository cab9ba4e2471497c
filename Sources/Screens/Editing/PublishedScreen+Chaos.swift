package import JSONText
package import ScreenChaos

extension PublishedScreen {
  /// The damaged body that an app gets, and its media type; nil if the chaos changes nothing.
  /// - Parameters:
  ///   - combination: one of the combinations.
  ///   - schemas: the JSON Schemas of the content, by view type.
  package func damaged(
    by chaos: Chaos, _ combination: Combination, as format: WireFormat, schemas: [String: JSONValue]
  ) -> (body: [UInt8], contentType: String)? {
    guard let body = format.render(self, combination: combination) else { return nil }
    let damaged: (body: [UInt8], contentType: String)
    if chaos.kind.changesBody {
      damaged = chaos.apply(to: body)
    } else {
      guard let layout = combination.layout.changed(by: chaos, schemas: schemas) else { return nil }
      let changed = Combination(choices: combination.choices, layout: layout)
      guard let body = format.render(self, combination: changed) else { return nil }
      damaged = (body, "application/json")
    }
    // A format may leave out what has changed, such as the ids of items.
    return damaged.body == body ? nil : damaged
  }
}
