@testable import SchemaCompatibility

extension VerdictTests {
  private static func kind(_ name: String, _ properties: String, required: [String] = []) -> String {
    SchemaPair.closed(#""kind":{"const":"\#(name)"},\#(properties)"#, required: ["kind"] + required)
  }

  private static let text = kind("text", #""text":{"type":"string"}"#, required: ["text"])
  private static let image = kind("image", #""url":{"type":"string","format":"uri"}"#, required: ["url"])
  private static let video = kind("video", #""url":{"type":"string"}"#, required: ["url"])

  static let alternatives: [SchemaPair] = [
    SchemaPair(
      "a new alternative", #"{"oneOf":[\#(text),\#(image)]}"#, #"{"oneOf":[\#(text),\#(image),\#(video)]}"#,
      screens: .compatible, apps: .breaking),
    SchemaPair(
      "an alternative less", #"{"oneOf":[\#(text),\#(image)]}"#, #"{"oneOf":[\#(text)]}"#, screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "alternatives in another order", #"{"oneOf":[\#(text),\#(image)]}"#, #"{"oneOf":[\#(image),\#(text)]}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "anyOf for oneOf", #"{"oneOf":[\#(text),\#(image)]}"#, #"{"anyOf":[\#(text),\#(image)]}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "oneOf for anyOf, where no two can hold", #"{"anyOf":[\#(text),\#(image)]}"#,
      #"{"oneOf":[\#(text),\#(image)]}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "oneOf for anyOf, where two can hold", #"{"anyOf":[{"type":"integer"},{"minimum":3}]}"#,
      #"{"oneOf":[{"type":"integer"},{"minimum":3}]}"#, screens: .breaking, apps: .compatible),
    SchemaPair(
      "a union as types", #"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, #"{"type":["string","null"]}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "a type as a union", #"{"type":["string","null"]}"#, #"{"anyOf":[{"type":"string"},{"type":"null"}]}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "consts as an enum", #"{"oneOf":[{"const":"a"},{"const":"b"}]}"#, #"{"enum":["a","b","c"]}"#,
      screens: .compatible, apps: .breaking),
    SchemaPair(
      "a member of one alternative becomes optional", #"{"oneOf":[\#(text),\#(image)]}"#,
      #"{"oneOf":[\#(kind("text", #""text":{"type":"string"}"#)),\#(image)]}"#, screens: .compatible,
      apps: .breaking),
    SchemaPair(
      "a member of one alternative becomes required",
      #"{"oneOf":[\#(kind("text", #""text":{"type":"string"}"#)),\#(image)]}"#,
      #"{"oneOf":[\#(text),\#(image)]}"#, screens: .breaking, apps: .compatible),
    SchemaPair(
      "ranges that leave a gap", #"{"type":"integer","minimum":0,"maximum":10}"#,
      #"{"anyOf":[{"type":"integer","maximum":4},{"type":"integer","minimum":6}]}"#, screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "ranges that leave no gap", #"{"type":"integer","minimum":0,"maximum":10}"#,
      #"{"anyOf":[{"type":"integer","maximum":4},{"type":"integer","minimum":5}]}"#, screens: .compatible,
      apps: .compatible),
    SchemaPair(
      "cases of a member", SchemaPair.closed(#""k":{"enum":["a","b"]}"#, required: ["k"]),
      #"{"oneOf":[\#(SchemaPair.closed(#""k":{"const":"a"}"#, required: ["k"])),"#
        + #"\#(SchemaPair.closed(#""k":{"const":"b"}"#, required: ["k"]))]}"#, screens: .compatible,
      apps: .compatible),
    SchemaPair(
      "both parts", #"{"allOf":[{"type":"object","required":["a"]},{"required":["b"]}]}"#,
      #"{"type":"object","required":["a","b"]}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "a part more", #"{"allOf":[{"type":"object"}]}"#, #"{"allOf":[{"type":"object"},{"required":["a"]}]}"#,
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "exactly one of two members",
      #"{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false,"minProperties":1,"maxProperties":1}"#,
      #"{"oneOf":[{"required":["a"]},{"required":["b"]}]}"#, screens: .compatible, apps: .compatible),
  ]

  static let conditions: [SchemaPair] = [
    SchemaPair(
      "a new condition", SchemaPair.open(#""a":{"type":"integer"}"#),
      #"{"type":"object","properties":{"a":{"type":"integer"}},"if":{"required":["a"]},"then":{"required":["b"]}}"#,
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "a condition less", #"{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}"#,
      #"{"type":"object"}"#, screens: .compatible, apps: .breaking),
    SchemaPair(
      "a condition as alternatives",
      #"{"if":{"type":"string"},"then":{"minLength":1},"else":{"type":"null"}}"#,
      #"{"anyOf":[{"type":"string","minLength":1},{"type":"null"}]}"#, screens: .compatible, apps: .compatible
    ),
    SchemaPair(
      "a condition that never holds", #"{"type":"string"}"#,
      #"{"type":"string","if":{"type":"null"},"then":false}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "a new exclusion", #"{"type":"string"}"#, #"{"type":"string","not":{"const":""}}"#, screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "an exclusion less", #"{"type":"object","not":{"required":["a"]}}"#, #"{"type":"object"}"#,
      screens: .compatible, apps: .breaking),
    SchemaPair(
      "an exclusion by a bound less", #"{"type":"integer","not":{"minimum":5}}"#, #"{"type":"integer"}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "a double negation", #"{"type":"string"}"#, #"{"not":{"not":{"type":"string"}}}"#, screens: .compatible,
      apps: .compatible),
    SchemaPair(
      "a dependent member", SchemaPair.open(#""a":{}"#),
      #"{"type":"object","dependentRequired":{"a":["b"]}}"#,
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "a dependent member less", #"{"type":"object","dependentRequired":{"a":["b"]}}"#, #"{"type":"object"}"#,
      screens: .compatible, apps: .breaking),
    SchemaPair(
      "a dependent member of one that is always there",
      #"{"type":"object","required":["a"],"dependentRequired":{"a":["b"]}}"#,
      #"{"type":"object","required":["a","b"]}"#, screens: .compatible, apps: .compatible),
    SchemaPair(
      "a dependent schema", #"{"type":"object"}"#,
      #"{"type":"object","dependentSchemas":{"a":{"required":["b"]}}}"#, screens: .breaking,
      apps: .compatible),
  ]

  static let maps: [SchemaPair] = [
    SchemaPair(
      "a map of another type", #"{"type":"object","additionalProperties":{"type":"string"}}"#,
      #"{"type":"object","additionalProperties":{"type":"integer"}}"#, screens: .breaking, apps: .breaking),
    SchemaPair(
      "a map of a wider type", #"{"type":"object","additionalProperties":{"type":"integer"}}"#,
      #"{"type":"object","additionalProperties":{"type":"number"}}"#, screens: .compatible, apps: .breaking),
    SchemaPair(
      "a member beside a map", #"{"type":"object","additionalProperties":{"type":"string"}}"#,
      #"{"type":"object","properties":{"n":{"type":"integer"}},"additionalProperties":{"type":"string"}}"#,
      screens: .breaking, apps: .breaking),
    SchemaPair(
      "a member of the map's type", #"{"type":"object","additionalProperties":{"type":"string"}}"#,
      #"{"type":"object","properties":{"n":{"type":"string"}},"additionalProperties":{"type":"string"}}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "members by pattern", #"{"type":"object","patternProperties":{"^x-":{"type":"string"}}}"#,
      #"{"type":"object","patternProperties":{"^x":{"type":"string"}}}"#, screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "members by a narrower pattern",
      #"{"type":"object","patternProperties":{"^x":{"type":"string"}},"additionalProperties":false}"#,
      #"{"type":"object","patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}"#,
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "a member that a pattern describes", SchemaPair.closed(#""x-a":{"type":"string"}"#),
      #"{"type":"object","patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "names of a map",
      #"{"type":"object","additionalProperties":{"type":"string"},"propertyNames":{"enum":["a"]}}"#,
      #"{"type":"object","additionalProperties":{"type":"string"},"propertyNames":{"enum":["a","b"]}}"#,
      screens: .compatible, apps: .breaking),
    SchemaPair(
      "lengths of names", #"{"type":"object","propertyNames":{"maxLength":3}}"#,
      #"{"type":"object","propertyNames":{"maxLength":2}}"#, screens: .breaking, apps: .compatible),
    SchemaPair(
      "names by pattern", #"{"type":"object","propertyNames":{"pattern":"^[a-z]+$"}}"#,
      #"{"type":"object","patternProperties":{"^[a-z]+$":{}},"additionalProperties":false}"#,
      screens: .compatible, apps: .compatible),
  ]

  private static func tree(_ value: String) -> String {
    ##"{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"v":\##(value),"##
      + ##""c":{"type":"array","items":{"$ref":"#/$defs/n"}}},"required":["v"],"additionalProperties":false}}}"##
  }

  static let references: [SchemaPair] = [
    SchemaPair(
      "a reference for the schema itself", SchemaPair.closed(#""a":{"type":"string"}"#),
      ##"{"$ref":"#/$defs/o","$defs":{"o":\##(SchemaPair.closed(#""a":{"type":"string"}"#))}}"##,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "an anchor", ##"{"$ref":"#x","$defs":{"o":{"$anchor":"x","type":"string"}}}"##,
      #"{"type":["string","null"]}"#, screens: .compatible, apps: .breaking),
    SchemaPair(
      "a tree that is the same", tree(#"{"type":"string"}"#),
      tree(#"{"type":"string","description":"x"}"#), screens: .compatible, apps: .compatible),
    SchemaPair(
      "a tree with other values", tree(#"{"type":"integer"}"#), tree(#"{"type":"number"}"#),
      screens: .compatible, apps: .breaking),
    SchemaPair(
      "a tree with a tighter bound", tree(#"{"type":"integer"}"#), tree(#"{"type":"integer","minimum":0}"#),
      screens: .breaking, apps: .compatible),
    SchemaPair(
      "a tree unrolled once",
      ##"{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"c":{"$ref":"#/$defs/n"}}}}}"##,
      ##"{"type":"object","properties":{"c":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"c":{"$ref":"#/$defs/n"}}}}}"##,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "a list without end",
      ##"{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"c":{"$ref":"#/$defs/n"}},"required":["c"]}}}"##,
      #"{"type":"null"}"#, screens: .compatible, apps: .breaking),
    SchemaPair(
      "a dynamic reference that is the same",
      ##"{"$dynamicRef":"#x","$defs":{"o":{"$dynamicAnchor":"x","type":"string"}}}"##,
      ##"{"$dynamicRef":"#x","$defs":{"o":{"$dynamicAnchor":"x","type":"string"}}}"##, screens: .compatible,
      apps: .compatible),
    SchemaPair(
      "a dynamic reference", ##"{"$dynamicRef":"#x","$defs":{"o":{"$dynamicAnchor":"x","type":"string"}}}"##,
      #"{"type":["string","null"]}"#, screens: .undecidable, apps: .undecidable),
    SchemaPair(
      "a dynamic reference beside a break",
      ##"{"properties":{"d":{"$dynamicRef":"#x"},"a":{"type":"string"}},"$defs":{"o":{"$dynamicAnchor":"x","type":"string"}}}"##,
      ##"{"properties":{"d":{"$dynamicRef":"#x"},"a":{"type":"null"}},"$defs":{"o":{"$dynamicAnchor":"x","type":"string"}}}"##,
      screens: .breaking, apps: .breaking),
  ]

  static let unevaluated: [SchemaPair] = [
    SchemaPair(
      "a closed composition",
      #"{"allOf":[{"properties":{"a":{"type":"string"}}}],"type":"object","properties":{"b":{}},"unevaluatedProperties":false}"#,
      #"{"type":"object","properties":{"a":{"type":"string"},"b":{}},"additionalProperties":false}"#,
      screens: .compatible, apps: .compatible),
    SchemaPair(
      "a member less in a closed composition",
      #"{"allOf":[{"properties":{"a":{"type":"string"}}}],"type":"object","unevaluatedProperties":false}"#,
      #"{"allOf":[{"properties":{}}],"type":"object","unevaluatedProperties":false}"#, screens: .breaking,
      apps: .compatible),
    SchemaPair(
      "alternatives in a closed composition",
      #"{"type":"object","oneOf":[{"properties":{"a":{"const":1}},"required":["a"]},{"properties":{"b":{"const":1}},"required":["b"]}],"unevaluatedProperties":false}"#,
      #"{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false}"#, screens: .compatible,
      apps: .breaking),
    SchemaPair(
      "elements left over",
      #"{"type":"array","allOf":[{"prefixItems":[{"type":"string"}]}],"unevaluatedItems":false}"#,
      #"{"type":"array","maxItems":1}"#, screens: .compatible, apps: .breaking),
    SchemaPair(
      "elements left over, with contains",
      #"{"type":"array","contains":{"const":1},"unevaluatedItems":{"type":"string"}}"#,
      #"{"type":"array","items":{"type":["string","integer"]}}"#, screens: .undecidable, apps: .undecidable),
  ]
}
