import Testing
@testable import SchemaCompatibility
@Suite struct Scratch {
  @Test func scratch() throws {
    let pairs: [(String, String)] = [
      (#"{"type":"string"}"#, #"{"type":["string","null"]}"#),
      (#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}"#,
       #"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a"],"additionalProperties":false}"#),
      (#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}"#,
       #"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a","b"],"additionalProperties":false}"#),
      (#"{"type":"object","properties":{"a":{"type":"string"},"b":{"enum":["x","y"]}},"additionalProperties":false}"#,
       #"{"type":"object","properties":{"b":{"enum":["x","z"]}},"required":["b"],"additionalProperties":false}"#),
      (#"{"type":"array","items":{"type":"object","properties":{"u":{"type":"string","format":"uri"}},"required":["u"]},"maxItems":5}"#,
       #"{"type":"array","items":{"type":"object","properties":{"u":{"type":"string","minLength":3}}},"maxItems":3}"#),
      (##"{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/n"}},"required":["v"],"additionalProperties":false}}}"##,
       ##"{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"v":{"type":"number"},"next":{"$ref":"#/$defs/n"}},"required":["v"],"additionalProperties":false}}}"##),
      (#"{"oneOf":[{"type":"object","properties":{"kind":{"const":"a"},"x":{"type":"string"}},"required":["kind","x"]},{"type":"object","properties":{"kind":{"const":"b"},"y":{"type":"string"}},"required":["kind"]}]}"#,
       #"{"oneOf":[{"type":"object","properties":{"kind":{"const":"a"},"x":{"type":"string"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"b"},"y":{"type":"string"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"c"}},"required":["kind"]}]}"#),
      (#"{"type":"string","pattern":"^[0-9]+$"}"#,#"{"type":"string","pattern":"^[0-9]+(\\.[0-9]+)?$"}"#),
      (#"{"type":"number","minimum":0}"#,#"{"type":"integer","minimum":1}"#),
    ]
    for (old, new) in pairs {
      let c = try comparison(old, new)
      print("OLD", old, "\nNEW", new)
      for d in CompatibilityDirection.allCases {
        let r = c.report(for: d)
        print("  ", d, r.verdict)
        for l in r.lines { print("      ", l) }
      }
    }
  }
}
