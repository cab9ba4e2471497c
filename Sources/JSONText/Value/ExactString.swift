extension String {
  /// Whether both strings have the same Unicode scalars, as JSON defines equal names and strings (RFC 8259 §8.3).
  /// `String ==` uses canonical equivalence: for it, "é" in one scalar equals "é" in two.
  package func hasSameScalars(as other: String) -> Bool {
    var mine = self
    var theirs = other
    return mine.withUTF8 { a in
      theirs.withUTF8 { b in unsafe a.elementsEqual(b) }
    }
  }
}

/// A string as a dictionary key, equal only to the same Unicode scalars.
package struct ExactString: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: ExactString, other: ExactString) -> Bool {
    one.text.hasSameScalars(as: other.text)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension ExactString: Comparable {
  /// Compares by Unicode scalars, which is the order of the bytes in UTF-8.
  package static func < (one: ExactString, other: ExactString) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension Dictionary where Key == ExactString {
  /// The value of the key with the same Unicode scalars.
  package subscript(text: String) -> Value? {
    get { self[ExactString(text)] }
    set { self[ExactString(text)] = newValue }
  }
}

extension Set where Element == ExactString {
  package func contains(_ text: String) -> Bool { contains(ExactString(text)) }

  /// Inserts the text. Returns whether it is new.
  @discardableResult
  package mutating func insert(_ text: String) -> Bool { insert(ExactString(text)).inserted }
}
