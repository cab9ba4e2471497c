extension String {
  /// Whether both strings are the same Unicode scalars, which is what JSON means by equal names and strings
  /// (RFC 8259 §8.3). `String ==` is coarser: it holds "é" in one scalar and in two to be equal.
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
