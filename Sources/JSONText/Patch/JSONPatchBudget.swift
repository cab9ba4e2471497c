/// The remaining budget of a patch. Without limits a patch of a few kilobytes could create a document of gigabytes,
/// overflow the stack, or take minutes.
struct JSONPatchBudget {
  private var values = JSONPatch.maximumValues
  private var bytes = JSONPatch.maximumBytes
  private var steps = JSONPatch.maximumSteps
  private let cancellation = Cancellation.current

  /// - Throws: ``PatchOperationError`` when a copy of this size exceeds the budget.
  mutating func copy(_ extent: JSONExtent) throws(PatchOperationError) {
    values -= extent.values
    bytes -= extent.bytes
    guard values >= 0, bytes >= 0 else {
      throw PatchOperationError(
        message:
          "copies add more than \(JSONPatch.maximumValues) values or \(JSONPatch.maximumBytes) bytes")
    }
  }

  /// Counts the steps from a container into a value of it, each of which costs as much as moving some elements.
  mutating func walk(_ tokens: Int) throws(PatchOperationError) { try spend(16 * tokens) }

  /// - Throws: ``PatchOperationError`` when the patch has taken too many steps.
  mutating func spend(_ count: Int) throws(PatchOperationError) {
    steps -= count
    if cancellation?.isRequested ?? false { steps = -1 }
    guard steps >= 0 else {
      throw PatchOperationError(
        message: "the patch moves more than \(JSONPatch.maximumSteps) elements and members in total")
    }
  }
}
