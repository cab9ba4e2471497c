import JSONText

/// A collection of demands that one value must meet together.
struct Demands: Sendable {
  struct Number: Sendable {
    var minimum: NumberBound?
    var maximum: NumberBound?
    var divisors: [JSONNumber] = []
    var nonDivisors: [JSONNumber] = []
  }

  struct Text: Sendable {
    var minimum = 0
    var maximum: Int?
    var patterns: [(pattern: TextPattern, isMatching: Bool)] = []
    var formats: [(format: TextFormat, isMatching: Bool)] = []
  }

  struct Object: Sendable {
    var rules: [MemberRule] = []
    var present: [String] = []
    var absent: [String] = []
    /// The names in `present` and in `absent`.
    var presentNames: Set<ExactString> = []
    var absentNames: Set<ExactString> = []
    var implications: [(name: String, names: [String])] = []
    var members: [(name: String, literal: Literal)] = []
    var some: [(selector: MemberSelector, literal: Literal)] = []
    var minimum = 0
    var maximum: Int?
    var names: [Literal] = []
    var someNames: [Literal] = []

    /// Whether no object can meet the demand besides these: a member cannot be there and be absent.
    func excludes(_ demand: Demand) -> Bool {
      switch demand {
      case .absent(let name): presentNames.contains(name)
      case .present(let name), .member(let name, _): absentNames.contains(name)
      default: false
      }
    }
  }

  struct Array: Sendable {
    var rules: [ElementRule] = []
    var elements: [(index: Int, literal: Literal)] = []
    var some: [(start: Int, literal: Literal)] = []
    var minimum = 0
    var maximum: Int?
    var mustDiffer = false
    var mustRepeat = false
    var atLeast: [(count: Int, literal: Literal)] = []
    var atMost: [(count: Int, literal: Literal)] = []
  }

  enum MemberSelector: Sendable {
    case matching(TextPattern)
    case additional(MemberRule)
  }

  var kinds = KindSet.all
  /// The forbidden values.
  var excluded: [ValueList] = []
  var number = Number()
  var text = Text()
  var object = Object()
  var array = Array()
  /// The allowed values; nil for all.
  var candidates: ValueList?
  /// The nodes that must hold, without those nested in them.
  var held: [Int] = []
  /// All literals, including nested ones.
  var literals: Set<Literal> = []

  func excludes(_ value: JSONValue) -> Bool { excluded.contains { $0.contains(value) } }

  private mutating func require(_ name: String) {
    if object.presentNames.insert(name) { object.present.append(name) }
    if object.absentNames.contains(name) { kinds.remove(.object) }
  }

  /// Adds a demand that is not a literal.
  mutating func add(_ demand: Demand) {
    kinds.formIntersection(demand.kinds)
    switch demand {
    case .literal, .kinds, .opaque: break
    case .among(let list):
      if candidates.map({ list.values.count < $0.values.count }) ?? true { candidates = list }
    case .exclude(let list): excluded.append(list)
    case .minimum(let bound):
      if let known = number.minimum {
        let order = bound.value.compare(to: known.value)
        guard order > 0 || (order == 0 && bound.isExclusive) else { return }
      }
      number.minimum = bound
    case .maximum(let bound):
      if let known = number.maximum {
        let order = bound.value.compare(to: known.value)
        guard order < 0 || (order == 0 && bound.isExclusive) else { return }
      }
      number.maximum = bound
    case .multipleOf(let divisor): number.divisors.append(divisor)
    case .notMultipleOf(let divisor): number.nonDivisors.append(divisor)
    case .minLength(let count): text.minimum = max(text.minimum, count)
    case .maxLength(let count): text.maximum = min(text.maximum ?? count, count)
    case .pattern(let pattern, let isMatching): text.patterns.append((pattern, isMatching))
    case .format(let format, let isMatching): text.formats.append((format, isMatching))
    case .members(let rule): object.rules.append(rule)
    case .present(let name): require(name)
    case .absent(let name):
      if object.absentNames.insert(name) { object.absent.append(name) }
      if object.presentNames.contains(name) { kinds.remove(.object) }
    case .implies(let name, let names): object.implications.append((name, names))
    case .member(let name, let literal):
      require(name)
      object.members.append((name, literal))
    case .memberMatching(let pattern, let literal): object.some.append((.matching(pattern), literal))
    case .additionalMember(let rule, let literal): object.some.append((.additional(rule), literal))
    case .minProperties(let count): object.minimum = max(object.minimum, count)
    case .maxProperties(let count): object.maximum = min(object.maximum ?? count, count)
    case .names(let literal): object.names.append(literal)
    case .someName(let literal): object.someNames.append(literal)
    case .elements(let rule): array.rules.append(rule)
    case .element(let index, let literal):
      array.minimum = max(array.minimum, index + 1)
      array.elements.append((index, literal))
    case .elementFrom(let start, let literal):
      array.minimum = max(array.minimum, start + 1)
      array.some.append((start, literal))
    case .minItems(let count): array.minimum = max(array.minimum, count)
    case .maxItems(let count): array.maximum = min(array.maximum ?? count, count)
    case .distinct(let isDistinct):
      if isDistinct { array.mustDiffer = true } else { array.mustRepeat = true }
    case .containsAtLeast(let count, let literal): array.atLeast.append((count, literal))
    case .containsAtMost(let count, let literal): array.atMost.append((count, literal))
    }
  }
}
