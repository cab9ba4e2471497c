import JSONText

/// A value in an item's content, with the rules of the schemas that can apply to it.
struct ContentPlace {
  let path: ContentPath
  let value: JSONValue
  let rules: PlaceRules
}
