package import JSONText
package import ScreenChaos

extension PublishedScreen {
  /// The damaged body that an app gets, and its media type; nil if the chaos changes nothing.
  /// - Parameters:
  ///   - arm: one of the combinations.
  ///   - schemas: the JSON Schemas of the content, by view type.
  package func damaged(
    by chaos: Chaos, _ arm: Combination, as format: WireFormat, schemas: [String: JSONValue]
  ) -> (body: [UInt8], contentType: String)? {
    if chaos.kind.changesBody {
      let body = format.render(self, combination: arm)
      let damaged = chaos.apply(to: body)
      return damaged.body == body ? nil : damaged
    }
    guard let layout = arm.layout.changed(by: chaos, schemas: schemas) else { return nil }
    return (
      format.render(self, combination: Combination(choices: arm.choices, layout: layout)), "application/json"
    )
  }
}
