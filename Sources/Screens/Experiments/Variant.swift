package import JSONText

/// A variant of an experiment: its key and its edit of the definition.
package struct Variant: Sendable {
  package let key: String
  package let edit: LayoutEdit
  /// What the variant means to code that reads the experiment as a flag: a string, number, boolean or object. Nil for the
  /// key. All variants of an experiment have one of the same type, or none has.
  package let value: JSONValue?

  /// The variant's place in the definition.
  package let origin: JSONPointer
}
