import Testing

@testable import SchemaCompatibility

/// The messages of reasons, word for word.
@Suite struct MessageTests {
  struct Row: Sendable, CustomStringConvertible {
    let old: String
    let new: String
    let direction: CompatibilityDirection
    let lines: [String]

    /// Two versions of a closed object with these members.
    init(
      _ old: String, _ new: String, _ direction: CompatibilityDirection, required: [String] = [],
      newRequired: [String]? = nil, _ lines: String...
    ) {
      self.old = SchemaPair.closed(old, required: required)
      self.new = SchemaPair.closed(new, required: newRequired ?? required)
      self.direction = direction
      self.lines = lines
    }

    /// Two complete schemas.
    init(whole old: String, _ new: String, _ direction: CompatibilityDirection, _ lines: String...) {
      self.old = old
      self.new = new
      self.direction = direction
      self.lines = lines
    }

    var description: String { "\(old) -> \(new)" }
  }

  private func check(_ row: Row) throws {
    #expect(try comparison(row.old, row.new).report(for: row.direction).lines == row.lines)
  }

  @Test(arguments: forScreens) func `reasons for screens`(_ row: Row) throws { try check(row) }
  @Test(arguments: forApps) func `reasons for apps`(_ row: Row) throws { try check(row) }
  @Test(arguments: open) func `undecidable reasons`(_ row: Row) throws { try check(row) }

  private static let text = #""a":{"type":"string"}"#
  private static let sizes = #""s":{"enum":["small","large"]}"#
  private static let moreSizes = #""s":{"enum":["small","large","huge"]}"#

  static let forScreens: [Row] = [
    Row(
      text, text + #","b":{"type":"integer"}"#, .screens, newRequired: ["b"],
      #"breaking required : the new member "b" is required | make it optional | {}"#),
    Row(
      #""t":\#(SchemaPair.closed(text))"#, #""t":\#(SchemaPair.closed(text, required: ["a"]))"#, .screens,
      #"breaking required t: the member "t.a" is required now | leave it optional | {"t":{}}"#),
    Row(
      text + #","b":{}"#, text, .screens,
      #"breaking removed-member : the member "b" is no longer allowed | keep it as an optional member while screens have it | {"b":"a"}"#
    ),
    Row(
      whole: SchemaPair.open(text), SchemaPair.closed(text), .screens,
      #"breaking other-members : members that the new schema does not name are no longer allowed | {"other":"a"}"#
    ),
    Row(
      whole: SchemaPair.open(text), SchemaPair.open(text + #","b":{"type":"string"}"#), .screens,
      #"breaking type b: "b" can no longer be a number, a boolean, an array, an object or null; it must be a string | the old schema allows members that it does not name, with any value | {"b":1}"#
    ),
    Row(
      #""a":{"type":["string","null"]}"#, text, .screens,
      #"breaking type a: "a" can no longer be null; it must be a string | {"a":null}"#),
    Row(
      #""a":{"type":"number"}"#, #""a":{"type":"integer"}"#, .screens,
      #"breaking type a: "a" can no longer be a number with a fraction; it must be a whole number | {"a":0.5}"#
    ),
    Row(
      moreSizes, sizes, .screens,
      #"breaking values s: "s" can no longer be "huge"; it must be "small" or "large" | {"s":"huge"}"#),
    Row(
      #""s":{"type":"string"}"#, sizes, .screens,
      #"breaking values s: "s" must be "small" or "large" now | {"s":"a"}"#),
    Row(
      #""n":{"type":"integer","minimum":1}"#, #""n":{"type":"integer","minimum":5}"#, .screens,
      #"breaking bounds n: "n" must be at least 5 now, not 1 as before | {"n":1}"#),
    Row(
      #""n":{"type":"integer"}"#, #""n":{"type":"integer","exclusiveMaximum":5,"multipleOf":2}"#, .screens,
      #"breaking bounds n: "n" must be less than 5 now | {"n":5}"#,
      #"breaking bounds n: "n" must be a multiple of 2 now | {"n":1}"#),
    Row(
      #""n":{"type":"string","maxLength":6}"#, #""n":{"type":"string","maxLength":3,"minLength":1}"#,
      .screens,
      #"breaking size n: "n" must have at least 1 character now | {"n":""}"#,
      #"breaking size n: "n" must have at most 3 characters now, not 6 as before | {"n":"text"}"#),
    Row(
      #""n":{"type":"string"}"#, #""n":{"type":"string","pattern":"^[a-z]+$"}"#, .screens,
      #"breaking pattern n: "n" must match ^[a-z]+$ now | {"n":""}"#),
    Row(
      #""u":{"type":"string"}"#, #""u":{"type":"string","format":"uri"}"#, .screens,
      #"breaking format u: "u" must be a URI now | {"u":"a"}"#),
    Row(
      #""l":{"type":"array","items":{"type":"string"}}"#,
      #""l":{"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":3,"uniqueItems":true}"#,
      .screens,
      #"breaking type l[]: "l[]" can no longer be a string; it must be a whole number | {"l":["a"]}"#,
      #"breaking size l: "l" must have at least 1 element now | {"l":[]}"#,
      #"breaking size l: "l" must have at most 3 elements now | {"l":["a","a","a","a"]}"#,
      #"breaking elements l: the elements of "l" must differ from each other now | {"l":["a","a"]}"#),
    Row(
      #""p":{"type":"array"}"#, #""p":{"type":"array","prefixItems":[{},{}],"items":false}"#, .screens,
      #"breaking other-elements p: "p" can have no more than 2 elements now | {"p":["a","a","a"]}"#),
    Row(
      whole: #"{"oneOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}"#,
      #"{"oneOf":[{"type":"string"},{"type":"integer"}]}"#, .screens,
      "breaking alternatives : alternative 3 of the old schema is no longer allowed: it fits none of the 2 alternatives | null"
    ),
    Row(
      whole: #"{"anyOf":[{"type":"integer"},{"minimum":3}]}"#,
      #"{"oneOf":[{"type":"integer"},{"minimum":3}]}"#,
      .screens,
      "breaking alternatives : the content can fit more than one of the new alternatives, where exactly one must hold | 3"
    ),
    Row(
      whole: SchemaPair.open(""), #"{"type":"object","dependentRequired":{"a":["b"]}}"#, .screens,
      #"breaking required : the member "b" is required now where "a" is there | leave it optional | {"a":"a"}"#
    ),
    Row(
      whole: #"{"type":"object","additionalProperties":{"type":"string"}}"#,
      #"{"type":"object","additionalProperties":{"type":"integer"}}"#, .screens,
      #"breaking type *: "*" can no longer be a string; it must be a whole number | {"other":"a"}"#),
    Row(
      whole: #"{"type":"object","propertyNames":{"maxLength":3}}"#,
      #"{"type":"object","propertyNames":{"maxLength":2}}"#, .screens,
      #"breaking member-names : some names of members are no longer allowed | {"a b":"a"}"#),
    Row(
      whole: #"{"type":"string"}"#, #"{"type":"string","not":{"const":""}}"#, .screens,
      #"breaking excluded : the content can no longer be what the new schema excludes | """#),
    Row(
      whole: #"{"type":"string"}"#, "false", .screens,
      #"breaking excluded : the content can have no value now | "a""#),
    Row(
      whole: #"{"type":"array"}"#, #"{"type":"array","contains":{"type":"string"}}"#, .screens,
      "breaking elements : the number of elements of the content that match the schema in contains is limited now | []"
    ),
    Row(
      whole: #"{"type":"object"}"#, #"{"type":"object","minProperties":1,"maxProperties":2}"#, .screens,
      "breaking size : the content must have at least 1 member now | {}",
      #"breaking size : the content must have at most 2 members now | {"other":"a","another":"a","more":"a"}"#
    ),
    Row(
      #""\u0007\u202e":{"type":"string"}"#, #""\u0007\u202e":{"type":"integer"}"#, .screens,
      "breaking type \u{7}\u{202e}: \"\\u0007\\u{202e}\" can no longer be a string; it must be a whole number | {\"\\u0007\u{202e}\":\"a\"}"
    ),
  ]

  private static let newType = "put it into a new view type, with this one as fallback"

  static let forApps: [Row] = [
    Row(
      text, text, .apps, required: ["a"], newRequired: [],
      #"breaking required : the member "a" need not be there any more; an app built on the old schema requires it | keep it required | {}"#
    ),
    Row(
      text, #""a":{"type":["string","null"]}"#, .apps,
      #"breaking type a: "a" can be null now; an app built on the old schema expects a string | \#(newType) | {"a":null}"#
    ),
    Row(
      #""a":{"type":"integer"}"#, #""a":{"type":"number"}"#, .apps,
      #"breaking type a: "a" can be a number with a fraction now; an app built on the old schema expects a whole number | \#(newType) | {"a":0.5}"#
    ),
    Row(
      sizes, moreSizes, .apps,
      #"breaking values s: "s" can be "huge" now; an app built on the old schema knows only "small" and "large" | \#(newType) | {"s":"huge"}"#
    ),
    Row(
      sizes, #""s":{"type":"string"}"#, .apps,
      #"breaking values s: "s" can be something else than "small" or "large" now; an app built on the old schema knows only that | \#(newType) | {"s":"a"}"#
    ),
    Row(
      #""u":{"type":"string","format":"uri"}"#, #""u":{"type":"string"}"#, .apps,
      #"breaking format u: "u" need not be a URI any more; an app built on the old schema expects one | \#(newType) | {"u":"a"}"#
    ),
    Row(
      #""p":{"type":"array","prefixItems":[{"type":"integer"},{"type":"integer"}],"minItems":2}"#,
      #""p":{"type":"array","prefixItems":[{"type":"integer"},{"type":["integer","null"]}]}"#, .apps,
      #"breaking type p[1]: "p[1]" can be null now; an app built on the old schema expects a whole number | \#(newType) | {"p":[1,null]}"#,
      #"breaking size p: "p" can have fewer than 2 elements now; an app built on the old schema requires them | {"p":[]}"#
    ),
    Row(
      whole: #"{"oneOf":[{"type":"string"},{"type":"integer"}]}"#,
      #"{"oneOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}"#, .apps,
      "breaking alternatives : alternative 3 of the new schema is none of the 2 alternatives that an app built on the old schema decodes | \(newType) | null"
    ),
    Row(
      whole: #"{"type":"object","dependentRequired":{"a":["b"]}}"#, SchemaPair.open(""), .apps,
      #"breaking required : the member "b" need not be there any more where "a" is; an app built on the old schema requires it | keep it required | {"a":"a"}"#
    ),
    Row(
      whole: #"{"type":"object","not":{"required":["a"]}}"#, #"{"type":"object"}"#, .apps,
      #"breaking excluded : the content can now be what the old schema excluded | {"a":"a"}"#),
    Row(
      whole: "false", #"{"type":"string"}"#, .apps,
      #"breaking excluded : the content can have a value now; an app built on the old schema expects none | "a""#
    ),
  ]

  static let open: [Row] = [
    Row(
      whole: #"{"type":"string","pattern":"^(?=q)q"}"#, #"{"type":"string","pattern":"^(?=q)(q|z)"}"#,
      .screens,
      "undecidable pattern : perhaps the content must match ^(?=q)(q|z) now | neither a proof nor an example was found"
    ),
    Row(
      whole: ##"{"$dynamicRef":"#x","$defs":{"o":{"$dynamicAnchor":"x","type":"string"}}}"##,
      #"{"type":["string","null"]}"#, .apps,
      "undecidable other : perhaps some content is valid now that an app built on the old schema cannot decode | no example could be made"
    ),
  ]
}
