/// JSON Merge Patch (RFC 7396): an object replaces members and removes those that are `null`; any other value
/// replaces the whole target.
package enum JSONMergePatch {
  package static func apply(_ patch: JSONValue, to target: JSONValue) -> JSONValue {
    var result = target
    merge(patch, into: &result)
    return result
  }

  /// Changes the target in place. Takes time linear in the patch, and in the objects from which it removes members.
  package static func merge(_ patch: JSONValue, into target: inout JSONValue) {
    guard case .object(let changes) = patch else {
      target = patch
      return
    }
    // The object has one owner while it changes, so that it is not copied.
    var object = target.takeObject() ?? JSONObject()
    var isRemoving = false
    for change in changes.members {
      if change.value == .null {
        isRemoving = isRemoving || object.index(of: change.name) != nil
      } else if var member = object[change.name] {
        object[change.name] = .null
        merge(change.value, into: &member)
        object[change.name] = member
      } else {
        var member = JSONValue.null
        merge(change.value, into: &member)
        object[change.name] = member
      }
    }
    if isRemoving {
      // One pass: each removal in place would take time linear in the object's size.
      object = JSONObject(distinct: object.members.filter { changes[$0.name] != .null })
    }
    target = .object(object)
  }
}
