import JSONText

extension Term {
  /// The largest `oneOf` whose pairs of alternatives are checked. For a larger one, whether two hold is unknown.
  private static let maximumExclusive = 32

  /// The demands on a value that satisfies the term.
  var demands: Alternatives {
    switch self {
    case .never: []
    case .kinds(let kinds): [[.kinds(kinds)]]
    case .values(let list): [[.among(list)]]
    case .minimum(let bound): [[.minimum(bound)]]
    case .maximum(let bound): [[.maximum(bound)]]
    case .multipleOf(let divisor): [[.multipleOf(divisor)]]
    case .minLength(let count): [[.minLength(count)]]
    case .maxLength(let count): [[.maxLength(count)]]
    case .pattern(let pattern): [[.pattern(pattern, isMatching: true)]]
    case .format(let format): [[.format(format, isMatching: true)]]
    case .members(let rule): [[.members(rule)]]
    // A value that is not an object needs no members.
    case .required(let names): [[.kinds(KindSet.object.inverted)], names.map { .present($0) }]
    case .dependentRequired(let name, let names): [[.implies(name, names)]]
    case .dependentSchema(let name, let node):
      [[.kinds(KindSet.object.inverted)], [.absent(name)], [.literal(.holds(node))]]
    case .minProperties(let count): [[.minProperties(count)]]
    case .maxProperties(let count): [[.maxProperties(count)]]
    case .propertyNames(let node): [[.names(.holds(node))]]
    case .elements(let rule): [[.elements(rule)]]
    case .minItems(let count): [[.minItems(count)]]
    case .maxItems(let count): [[.maxItems(count)]]
    case .uniqueItems: [[.distinct(true)]]
    case .contains(let node, let minimum, let maximum):
      [
        [.containsAtLeast(minimum, .holds(node))]
          + (maximum.map { [.containsAtMost($0, .holds(node))] } ?? [])
      ]
    case .all(let nodes): [nodes.map { .literal(.holds($0)) }]
    case .any(let nodes): nodes.map { [.literal(.holds($0))] }
    case .one(let nodes) where nodes.count > Self.maximumExclusive:
      nodes.map { [.literal(.holds($0)), .opaque] }
    case .one(let nodes):
      nodes.indices.map { chosen in
        nodes.indices.map { .literal($0 == chosen ? .holds(nodes[$0]) : .denies(nodes[$0])) }
      }
    case .not(let node): [[.literal(.denies(node))]]
    case .conditional(let condition, let then, let otherwise):
      [
        [.literal(.holds(condition))] + (then.map { [.literal(.holds($0))] } ?? []),
        [.literal(.denies(condition))] + (otherwise.map { [.literal(.holds($0))] } ?? []),
      ]
    case .opaque: [[.opaque]]
    }
  }

  /// The demands on a value that does not satisfy the term; empty when every value satisfies it.
  var denial: Alternatives {
    switch self {
    case .never: [[]]
    case .kinds(let kinds): kinds == .all ? [] : [[.kinds(kinds.inverted)]]
    case .values(let list): [[.exclude(list)]]
    case .minimum(let bound):
      [[.kinds(.number), .maximum(NumberBound(value: bound.value, isExclusive: !bound.isExclusive))]]
    case .maximum(let bound):
      [[.kinds(.number), .minimum(NumberBound(value: bound.value, isExclusive: !bound.isExclusive))]]
    case .multipleOf(let divisor): [[.notMultipleOf(divisor)]]
    case .minLength(let count): count > 0 ? [[.kinds(.string), .maxLength(count - 1)]] : []
    case .maxLength(let count): count < Int.max ? [[.kinds(.string), .minLength(count + 1)]] : []
    case .pattern(let pattern): [[.pattern(pattern, isMatching: false)]]
    case .format(let format): [[.format(format, isMatching: false)]]
    case .members(let rule):
      rule.properties.map { [.member($0.name, .denies($0.node))] }
        + rule.patterns.map { [.memberMatching($0.pattern, .denies($0.node))] }
        + (rule.additional.map { [[.additionalMember(rule, .denies($0))]] } ?? [])
    case .required(let names): names.map { [.kinds(.object), .absent($0)] }
    case .dependentRequired(let name, let names): names.map { [.present(name), .absent($0)] }
    case .dependentSchema(let name, let node): [[.present(name), .literal(.denies(node))]]
    case .minProperties(let count): count > 0 ? [[.kinds(.object), .maxProperties(count - 1)]] : []
    case .maxProperties(let count): count < Int.max ? [[.kinds(.object), .minProperties(count + 1)]] : []
    case .propertyNames(let node): [[.someName(.denies(node))]]
    case .elements(let rule):
      rule.prefix.enumerated().map { [.element($0, .denies($1))] }
        + (rule.rest.map { [[.elementFrom(rule.prefix.count, .denies($0))]] } ?? [])
    case .minItems(let count): count > 0 ? [[.kinds(.array), .maxItems(count - 1)]] : []
    case .maxItems(let count): count < Int.max ? [[.kinds(.array), .minItems(count + 1)]] : []
    case .uniqueItems: [[.distinct(false)]]
    case .contains(let node, let minimum, let maximum):
      (minimum > 0 ? [[.kinds(.array), .containsAtMost(minimum - 1, .holds(node))]] : [])
        + (maximum.map { $0 < Int.max ? [[.kinds(.array), .containsAtLeast($0 + 1, .holds(node))]] : [] }
          ?? [])
    case .all(let nodes): nodes.map { [.literal(.denies($0))] }
    case .any(let nodes): [nodes.map { .literal(.denies($0)) }]
    case .one(let nodes) where nodes.count > Self.maximumExclusive:
      [nodes.map { .literal(.denies($0)) }, [.opaque]]
    case .one(let nodes):
      [nodes.map { .literal(.denies($0)) }]
        + nodes.indices.flatMap { first in
          nodes.indices.dropFirst(first + 1).map { second in
            [.literal(.holds(nodes[first])), .literal(.holds(nodes[second]))]
          }
        }
    case .not(let node): [[.literal(.holds(node))]]
    case .conditional(let condition, let then, let otherwise):
      (then.map { [[.literal(.holds(condition)), .literal(.denies($0))]] } ?? [])
        + (otherwise.map { [[.literal(.denies(condition)), .literal(.denies($0))]] } ?? [])
    case .opaque: [[.opaque]]
    }
  }
}
