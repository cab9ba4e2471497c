package import JSONText
import SchemaCompatibility
import Screens

extension FolderComparison {
  /// The comparison for programs.
  package var json: JSONObject {
    let numbers = ReportNumbers(self)
    return [
      "old": .string(old.name), "new": .string(new.name),
      "summary": [
        "errors": .number(JSONNumber(numbers.errors)), "screens": .number(JSONNumber(screens.count)),
        "documents": .number(JSONNumber(documents.count)), "drops": .number(JSONNumber(numbers.drops)),
        "breaking": .number(JSONNumber(numbers.breaking)),
        "reassignments": .number(JSONNumber(numbers.reassignments)),
        "untranslated": .number(JSONNumber(numbers.untranslated)),
      ],
      "screens": .array(screens.map(\.json)), "documents": .array(documents.map(\.json)),
      "errors": .array(new.check.problems.flatMap(\.lines).map { .string($0) }),
    ]
  }
}

extension ScreenChange {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["route": .string(route.name), "effect": .string(effect.rawValue)]
    object["difference"] = difference.json
    object["cases"] = .number(JSONNumber(cases.count))
    object["changedCases"] = .array(pictures.flatMap(\.cases).map(\.json))
    object["impact"] = .array(
      downgrades.map { downgrade in
        var entry = downgrade.appCase.members
        entry["item"] = .string(downgrade.item)
        entry["effect"] = .string(downgrade.effect.rawValue)
        return .object(entry)
      })
    object["empty"] = .array(emptied.map(\.json))
    object["reassignments"] = reassignments.json
    object["untranslated"] = .array(
      untranslatedTexts.map {
        [
          "language": .string($0.language), "missing": .number(JSONNumber($0.missing)),
          "stale": .number(JSONNumber($0.stale)),
        ]
      })
    object["assets"] = .array(assets.map { .string($0) })
    return .object(object)
  }
}

extension DefinitionDifference {
  /// The difference without its patch: the definitions are in the two folders.
  fileprivate var json: JSONValue {
    [
      "added": .array(added.map(\.json)), "removed": .array(removed.map(\.json)),
      "moved": .array(
        moved.map {
          ["id": .string($0.id), "from": .object($0.from.members), "to": .object($0.to.members)]
        }),
      "changed": .array(
        changed.map {
          ["id": .string($0.id), "paths": .array($0.paths.map { .string($0.description) })]
        }),
      "other": .array(other.map { .string($0.description) }),
    ]
  }
}

extension DefinitionDifference.Listed {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["id": id.map { .string($0) } ?? .null]
    for member in position.members { object[member.name] = member.value }
    return .object(object)
  }
}

extension DefinitionDifference.Position {
  fileprivate var members: JSONObject {
    var object = JSONObject()
    if let section { object["section"] = .string(section) }
    if let parent { object["parent"] = .string(parent) }
    if let at { object["at"] = .string(at.description) }
    object["index"] = .number(JSONNumber(index))
    return object
  }
}

extension AppCase {
  fileprivate var members: JSONObject {
    [
      "variant": variant.map { .string($0) } ?? .null,
      "release": release.map { .string($0.description) } ?? .null,
    ]
  }

  var json: JSONValue { .object(members) }
}

extension DocumentChange {
  fileprivate var json: JSONValue {
    [
      "subject": .string(subject.path), "effect": .string(effect.rawValue),
      "compatibility": .array(compatibility.map { $0.json() }),
    ]
  }
}
