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
    if chaos.kind.changesBody {
      let body = format.render(self, combination: combination)
      let damaged = chaos.apply(to: body)
      return damaged.body == body ? nil : damaged
    }
    guard let layout = combination.layout.changed(by: chaos, schemas: schemas) else { return nil }
    return (
      format.render(self, combination: Combination(choices: combination.choices, layout: layout)),
      "application/json"
    )
  }
}
