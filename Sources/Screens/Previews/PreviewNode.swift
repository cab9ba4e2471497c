package import JSONText

/// A node of a preview template. A node becomes an element of the preview, or none if its content is missing.
package indirect enum PreviewNode: Sendable {
  case stack(Stack)
  case text(Text)
  case image(Image)
  case badge(Badge)
  case divider
  /// A node for each element of a list. Its members are those of the element.
  case each(PreviewMember, PreviewNode)
  /// The items at a place of the content, each as the template of its view type draws it.
  case items(PreviewMember)
  case when(Condition)

  /// Nodes below each other (`column`) or side by side (`row`).
  package struct Stack: Sendable {
    package enum Axis: String, Sendable { case column, row }

    package let axis: Axis
    package let children: [PreviewNode]
    package var gap: String?
    package var padding: String?
    package var align: String?
    package var justify: String?
    package var shape: String?
    package var background: Value<String>?
    /// Whether children that do not fit in a row wrap to the next line.
    package var wraps = false
    /// Whether the stack takes the space that its siblings leave.
    package var grows = false
  }

  /// A text, or a paragraph of texts and images in a line.
  package struct Text: Sendable {
    package enum Content: Sendable {
      case value(Value<String>)
      case inline([PreviewNode])
    }

    package let content: Content
    /// A text style of UIKit (`UIFont.TextStyle`).
    package var style: String?
    package var weight: String?
    package var align: String?
    package var color: Value<String>?
    package var background: Value<String>?
    /// In points.
    package var size: Value<Int>?
    package var decoration: Value<String>?
    /// The maximum number of lines. Longer text is truncated.
    package var lines: Int?
    /// The texts that are left out; nil to show all.
    package var hides: CodeText?
  }

  package struct Image: Sendable {
    package let source: Value<String>
    /// In points.
    package var width: Value<Int>?
    package var height: Value<Int>?
    package var aspect: String?
    package var shape: String?
    package var fit: String?
    /// Whether to show only what has the name of a picture: `photo.webp`.
    package var needsPictureName = false
  }

  /// A small label with a text and an optional icon in front of it.
  package struct Badge: Sendable {
    package let text: Value<String>
    package var icon: Value<String>?
    package var color: Value<String>?
  }

  /// A choice between two nodes.
  package struct Condition: Sendable {
    package let member: PreviewMember
    /// The value to compare the member with; nil to test that the member exists and is neither null, false nor empty.
    package let value: JSONValue?
    package let then: PreviewNode?
    package let otherwise: PreviewNode?
  }

  /// A value that the template sets, or a member of the content.
  package enum Value<Literal: Sendable>: Sendable {
    case literal(Literal)
    case member(PreviewMember)
  }
}
