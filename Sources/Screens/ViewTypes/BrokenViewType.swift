import JSONSchema
import JSONText

/// A view type that a change of another one would make invalid.
package struct BrokenViewType: Sendable {
  package let name: String
  package let diagnostics: Diagnostics

  /// The changed view types that may have broken this one: those that it refers to, directly or indirectly. All of
  /// `changed` if it refers to none of them.
  /// - Parameter library: all view types after the change.
  func causes(among changed: Set<String>, in library: SchemaLibrary) -> Set<String> {
    var reached: Set<String> = [name]
    var open = [name]
    while let next = open.popLast() {
      for reference in library.schema(of: next)?.references ?? [] {
        guard let other = ViewType.name(at: reference.uri), reached.insert(other).inserted else { continue }
        open.append(other)
      }
    }
    let causes = reached.intersection(changed)
    return causes.isEmpty ? changed : causes
  }
}
