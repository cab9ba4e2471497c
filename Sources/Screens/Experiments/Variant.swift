package import JSONText

/// A variant of an experiment: its key and its edit of the definition.
package struct Variant: Sendable {
  package let key: String
  package let edit: LayoutEdit
  /// The value for code that reads the experiment as a flag: a string, number, boolean or object; nil for the key.
  /// Either all variants of an experiment have a value of the same type, or none has a value.
  package let value: JSONValue?

  /// The variant's place in the definition.
  package let origin: JSONPointer
}
