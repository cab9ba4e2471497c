import JSONSchema
import JSONText

/// A part of the content that is compared. It can build a document around a value of the part.
final class Site: Sendable {
  enum Step: Sendable {
    case member(String)
    /// A member that no schema names, with a possible name.
    case otherMember(String)
    case element(Int)
    /// All elements from an index on.
    case elements(from: Int)
  }

  let step: Step?
  let outer: Site?
  /// The literals of the value around this part.
  let around: [Literal]
  /// The default place of this part in the wide schema.
  let location: SchemaLocation

  init(location: SchemaLocation) {
    step = nil
    outer = nil
    around = []
    self.location = location
  }

  private init(_ step: Step, in outer: Site, around: [Literal], location: SchemaLocation) {
    self.step = step
    self.outer = outer
    self.around = around
    self.location = location
  }

  func inner(_ step: Step, around: [Literal] = [], location: SchemaLocation? = nil) -> Site {
    Site(step, in: self, around: around, location: location ?? self.location)
  }

  func member(_ name: String) -> Site { inner(.member(name)) }

  /// `a.b[].c`; empty for the whole content.
  var path: String {
    guard let step else { return "" }
    let before = outer?.path ?? ""
    let dot = before.isEmpty ? "" : "."
    return switch step {
    case .member(let name): before + dot + name
    case .otherMember: before + dot + "*"
    case .element(let index): before + "[\(index)]"
    case .elements: before + "[]"
    }
  }

  /// The part, for messages.
  var phrase: String { step == nil ? "the content" : Phrase.quoted(path) }

  /// " in …", or nothing for the whole content.
  var within: String { step == nil ? "" : " in \(phrase)" }

  /// The nesting depth of the part.
  var depth: Int { (outer?.depth ?? -1) + 1 }

  /// A complete document in which this part has the value.
  func document(with value: JSONValue, _ search: inout WitnessSearch) -> JSONValue? {
    guard let step, let outer else { return value }
    let only = search.addSynthetic(
      [Clause(keyword: "const", term: .values(ValueList([value])))], at: location)
    let clauses: [Clause]
    switch step {
    case .member(let name), .otherMember(let name):
      let rule = MemberRule(
        properties: [MemberRule.Property(name: name, node: only)], patterns: [], additional: nil)
      clauses = [
        Clause(keyword: "type", term: .kinds(.object)), Clause(keyword: "required", term: .required([name])),
        Clause(keyword: "properties", term: .members(rule)),
      ]
    case .element(let index), .elements(from: let index):
      let always = search.addSynthetic([], at: location)
      let rule = ElementRule(prefix: [Int](repeating: always, count: index) + [only], rest: nil)
      clauses = [
        Clause(keyword: "type", term: .kinds(.array)),
        Clause(keyword: "minItems", term: .minItems(index + 1)),
        Clause(keyword: "prefixItems", term: .elements(rule)),
      ]
    }
    let holder = search.addSynthetic(clauses, at: location)
    guard let whole = search.solve(around + [.holds(holder)]).value else { return nil }
    return outer.document(with: whole, &search)
  }
}
