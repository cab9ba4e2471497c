package import JSONText

/// A screen after chaos, and what was done to it.
package struct ChaosOutcome: Sendable, Equatable {
  /// One thing that was changed.
  package struct Change: Sendable, Equatable {
    /// The item's section, counted from 0.
    package let section: Int
    /// The item's place in its section before the change, counted from 0.
    package let item: Int
    /// Where in the item's content; nil for the item itself.
    package let pointer: JSONPointer?
  }

  package var sections: [ChaosSection]
  /// In the order of the screen. Empty when the screen has nothing that this kind could change.
  package var changes: [Change] = []

  package var isChanged: Bool { !changes.isEmpty }
}
