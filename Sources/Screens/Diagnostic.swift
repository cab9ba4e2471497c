package import JSONText

/// One thing that is wrong with a document.
package struct Diagnostic: Sendable, Equatable {
  /// The closed list of what can be wrong with a document.
  package enum Code: String, Sendable, CaseIterable {
    /// The text is not JSON.
    case syntax
    /// A member name stands twice in one object.
    case duplicateName = "duplicate-name"
    /// Arrays and objects are nested too deep.
    case tooDeep = "too-deep"
    /// The bytes are not UTF-8.
    case encoding
    /// A value of another JSON type is needed.
    case wrongType = "wrong-type"
    /// A required member is not there.
    case missingMember = "missing-member"
    /// A member that has no meaning here.
    case unknownMember = "unknown-member"
    /// The type is right, the value is not.
    case invalidValue = "invalid-value"
    /// The view type is not in the catalogue.
    case unknownViewType = "unknown-view-type"
    /// There is no such wire format.
    case unknownFormat = "unknown-format"
    /// There is no such item or section.
    case unknownID = "unknown-id"
    /// An id stands twice.
    case duplicateID = "duplicate-id"
    /// An order leaves out an item.
    case missingID = "missing-id"
    /// There is no such variant.
    case unknownVariant = "unknown-variant"
    /// Two variants have the same key, or another screen has an experiment of this key.
    case duplicateKey = "duplicate-key"
    /// A `$name` that a wire format does not know.
    case unknownPlaceholder = "unknown-placeholder"
    /// A condition that cannot be evaluated.
    case invalidCondition = "invalid-condition"
    /// A text with `{{` that is no template.
    case invalidTemplate = "invalid-template"
    /// A JSON Schema that is none.
    case invalidSchema = "invalid-schema"
    /// More than a named limit allows.
    case tooMany = "too-many"
    /// Content names a file that there is not.
    case unknownAsset = "unknown-asset"
    /// A file's place in the folder does not give it a name.
    case invalidName = "invalid-name"
    /// A file that cannot be read.
    case unreadable
    /// A change that would make a current screen invalid.
    case breaksScreen = "breaks-screen"
    /// A supported release would drop an item.
    case dropsItem = "drops-item"
    /// A supported release would show an empty screen.
    case leftEmpty = "left-empty"
    /// A change of a view type that a supported release cannot decode.
    case breaksRelease = "breaks-release"
  }

  package let code: Code
  /// The value in the document that is wrong.
  package private(set) var pointer: JSONPointer
  /// Whether it is the value or the member's name that is wrong.
  package let anchor: JSONDocument.Anchor
  package let message: String
  package let hint: String?
  /// Where that stands in the document's text, once it is known.
  package var position: SourcePosition?

  package init(
    _ code: Code, at pointer: JSONPointer, anchor: JSONDocument.Anchor = .value, _ message: String,
    hint: String? = nil, position: SourcePosition? = nil
  ) {
    self.code = code
    self.pointer = pointer
    self.anchor = anchor
    // Names and values from outside are part of both.
    self.message = printable(message)
    self.hint = hint.map(printable)
    self.position = position
  }

  /// A syntax error as a diagnostic of the whole document.
  package init(_ error: JSONSyntaxError) {
    let code: Code =
      switch error.code {
      case .syntax: .syntax
      case .duplicateName: .duplicateName
      case .tooDeep: .tooDeep
      case .encoding: .encoding
      }
    self.init(code, at: .root, error.message, hint: error.hint, position: error.position)
  }

  /// Lets the pointer name a value that was written: what is wrong with one that was left out, such as the empty
  /// content of an item, stands at the object that lacks it.
  mutating func point(into document: JSONValue) {
    while pointer.value(in: document) == nil, let parent = pointer.parent { pointer = parent }
  }

  /// Message and hint on one line.
  package var text: String { message + (hint.map { "; \($0)" } ?? "") }

  /// Both are the same finding, wherever the text has it.
  package static func == (one: Diagnostic, other: Diagnostic) -> Bool {
    one.code == other.code && one.pointer == other.pointer && one.anchor == other.anchor
      && one.message == other.message && one.hint == other.hint
  }
}
