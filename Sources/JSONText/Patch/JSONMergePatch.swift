/// JSON Merge Patch (RFC 7396): an object replaces members and removes those that are `null`; any other value
/// replaces the whole target.
package enum JSONMergePatch {
  package static func apply(_ patch: JSONValue, to target: JSONValue) -> JSONValue {
    guard case .object(let changes) = patch else { return patch }
    let old = target.objectValue ?? JSONObject()
    // The result is built from scratch: each removal in place would take time linear in the object's size.
    var members: [JSONMember] = []
    members.reserveCapacity(old.count + changes.count)
    for member in old.members {
      switch changes[member.name] {
      case nil: members.append(member)
      case .null?: break
      case let change?: members.append(JSONMember(name: member.name, value: apply(change, to: member.value)))
      }
    }
    for change in changes.members where change.value != .null && old.index(of: change.name) == nil {
      members.append(JSONMember(name: change.name, value: apply(change.value, to: .null)))
    }
    return .object(JSONObject(distinct: members))
  }
}
