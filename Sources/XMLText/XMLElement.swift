package import JSONText

/// An element with its attributes, and with its content where it was read as a tree.
package struct XMLElement: Sendable, Equatable {
  /// The name without its prefix.
  package let name: String
  /// The name as written, with its prefix.
  package let qualifiedName: String
  /// The URI of the namespace; empty for none.
  package let namespace: String
  package let attributes: [XMLAttribute]
  /// The position of its `<`.
  package let position: SourcePosition
  package internal(set) var content: [XMLNode] = []

  /// The value of an attribute; nil if the element does not have it.
  /// - Parameter namespace: its namespace; empty for an attribute without prefix.
  package func attribute(_ name: String, namespace: String = "") -> String? {
    attributes.first { $0.name == name && $0.namespace == namespace }?.value
  }

  /// The elements directly inside.
  package var elements: [XMLElement] {
    content.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// All text inside, that of inner elements included.
  package var text: String {
    content.reduce(into: "") { text, node in
      switch node {
      case .text(let part): text += part
      case .element(let element): text += element.text
      }
    }
  }
}

/// An attribute with its decoded value.
package struct XMLAttribute: Sendable, Equatable {
  /// The name without its prefix.
  package let name: String
  /// The name as written, with its prefix.
  package let qualifiedName: String
  /// The URI of the namespace; empty for an attribute without prefix.
  package let namespace: String
  package let value: String
}

/// A part of the content of an element.
package enum XMLNode: Sendable, Equatable {
  case text(String)
  indirect case element(XMLElement)
}
