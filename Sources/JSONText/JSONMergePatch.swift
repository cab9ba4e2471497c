/// JSON Merge Patch (RFC 7396): members are replaced, `null` removes one, anything but an object replaces the
/// whole.
package enum JSONMergePatch {
  package static func apply(_ patch: JSONValue, to target: JSONValue) -> JSONValue {
    guard case .object(let changes) = patch else { return patch }
    let old = target.objectValue ?? JSONObject()
    // Put together anew and not changed in place, where each removal would cost as much as the whole.
    var members: [JSONMember] = []
    members.reserveCapacity(old.count + changes.count)
    for member in old.members {
      switch changes[member.name] {
      case nil: members.append(member)
      case .null?: break
      case let change?: members.append(JSONMember(name: member.name, value: apply(change, to: member.value)))
      }
    }
    for change in changes.members where change.value != .null && old.place(of: change.name) == nil {
      members.append(JSONMember(name: change.name, value: apply(change.value, to: .null)))
    }
    return .object(JSONObject(distinct: members))
  }
}
