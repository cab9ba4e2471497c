/// JSON Merge Patch (RFC 7396): members are replaced, `null` removes one, anything but an object replaces the
/// whole.
package enum JSONMergePatch {
  package static func apply(_ patch: JSONValue, to target: JSONValue) -> JSONValue {
    guard case .object(let changes) = patch else { return patch }
    var result = target.objectValue ?? JSONObject()
    for change in changes.members {
      if change.value == .null {
        result[change.name] = nil
      } else {
        result[change.name] = apply(change.value, to: result[change.name] ?? .null)
      }
    }
    return .object(result)
  }
}
