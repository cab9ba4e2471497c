package import JSONText

/// A screen after chaos, and its changes.
package struct ChaosOutcome: Sendable, Equatable {
  /// A change of one item or one value.
  package struct Change: Sendable, Equatable {
    /// The index of the item's section.
    package let section: Int
    /// The item's index in its section before the change.
    package let item: Int
    /// The location in the item's content; nil for the item itself.
    package let pointer: JSONPointer?
  }

  package var sections: [ChaosSection]
  /// The changes in the order of the screen. Empty when the screen has nothing that this kind can change.
  package var changes: [Change] = []

  package var isChanged: Bool { !changes.isEmpty }
}
