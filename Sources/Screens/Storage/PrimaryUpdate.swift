/// What has changed in a primary store since a position.
package struct PrimaryUpdate: Sendable {
  package let position: StorePosition
  package let changes: StoreChanges
  /// By route, the number up to which versions were pruned.
  package let pruned: [Route: Int]
  /// Whether `changes` is the whole content: the newest version of each screen and all documents.
  package let isComplete: Bool
  /// Whether the store's history does not contain the requested position: a backup was restored, or a standby that
  /// lacked changes took over.
  package let hasOtherHistory: Bool
  /// Why rows could not be read. They are left out.
  package let damage: [String]

  package init(
    position: StorePosition, changes: StoreChanges, pruned: [Route: Int], isComplete: Bool,
    hasOtherHistory: Bool = false, damage: [String] = []
  ) {
    self.damage = damage
    self.position = position
    self.changes = changes
    self.pruned = pruned
    self.isComplete = isComplete
    self.hasOtherHistory = hasOtherHistory
  }
}
