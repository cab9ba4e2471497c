/// What applying a patch may still cost. A patch of a few kilobytes could otherwise make a document of gigabytes, one
/// too deep for any stack, or work for minutes.
struct JSONPatchBudget {
  private var values = JSONPatch.maximumValues
  private var bytes = JSONPatch.maximumBytes
  private var steps = JSONPatch.maximumSteps

  /// - Throws: when a copy of this size is too much.
  mutating func copy(_ extent: JSONExtent) throws(JSONPatchFault) {
    values -= extent.values
    bytes -= extent.bytes
    guard values >= 0, bytes >= 0 else {
      throw JSONPatchFault(
        message:
          "copies would make more than \(JSONPatch.maximumValues) values, or \(JSONPatch.maximumBytes) bytes")
    }
  }

  /// - Throws: when the patch has been at work for too long.
  mutating func spend(_ count: Int) throws(JSONPatchFault) {
    steps -= count
    guard steps >= 0 else {
      throw JSONPatchFault(
        message: "the patch moves too much, too often: more than \(JSONPatch.maximumSteps) steps")
    }
  }
}
