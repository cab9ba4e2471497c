package import JSONText

/// One finding: something in a document that is wrong, or a warning.
package struct Diagnostic: Sendable, Equatable {
  /// The kinds of findings. The list is closed and documented.
  package enum Code: String, Sendable, CaseIterable {
    /// The text is not JSON.
    case syntax
    /// An object has two members of the same name, or a release lists a view type twice.
    case duplicateName = "duplicate-name"
    /// Arrays and objects are nested too deeply.
    case tooDeep = "too-deep"
    /// The bytes are not UTF-8.
    case encoding
    /// The value has the wrong JSON type.
    case wrongType = "wrong-type"
    /// A required member is missing.
    case missingMember = "missing-member"
    /// The object cannot have this member.
    case unknownMember = "unknown-member"
    /// The value has the right type, but is not allowed.
    case invalidValue = "invalid-value"
    /// The view type is not in the catalogue.
    case unknownViewType = "unknown-view-type"
    /// The wire format does not exist.
    case unknownFormat = "unknown-format"
    /// The item or section does not exist.
    case unknownID = "unknown-id"
    /// Two items or sections have the same id.
    case duplicateID = "duplicate-id"
    /// An order leaves out an item.
    case missingID = "missing-id"
    /// No request can tell two endpoints of the mock apart.
    case duplicateEndpoint = "duplicate-endpoint"
    /// The variant does not exist.
    case unknownVariant = "unknown-variant"
    /// Two variants of an experiment, or two experiments, have the same key.
    case duplicateKey = "duplicate-key"
    /// A `$name` in a wire format has no meaning at its place.
    case unknownPlaceholder = "unknown-placeholder"
    /// The condition cannot be evaluated.
    case invalidCondition = "invalid-condition"
    /// A text with `{{` is not a valid template.
    case invalidTemplate = "invalid-template"
    /// The JSON Schema is invalid.
    case invalidSchema = "invalid-schema"
    /// A limit is exceeded.
    case tooMany = "too-many"
    /// The content refers to an asset that does not exist.
    case unknownAsset = "unknown-asset"
    /// The file's path is not a valid name or route.
    case invalidName = "invalid-name"
    /// The file cannot be read.
    case unreadable
    /// The change would make a current screen invalid.
    case breaksScreen = "breaks-screen"
    /// The change of a view type would make another view type invalid.
    case breaksViewType = "breaks-view-type"
    /// A supported release would drop an item.
    case dropsItem = "drops-item"
    /// A supported release would show an empty screen.
    case leftEmpty = "left-empty"
    /// A supported release cannot decode the changed view type.
    case breaksRelease = "breaks-release"
    /// A rollout of the screen is open, which the file would end.
    case rolloutRunning = "rollout-running"
    /// A warning: a variant names an item by an id that its author has not written.
    case filledInID = "filled-in-id"
    /// A warning: the experiments of a namespace assign by different attributes.
    case mixedNamespace = "mixed-namespace"
    /// A text has no translation into a language.
    case missingTranslation = "missing-translation"
    /// The translation of a text is of an earlier source.
    case staleTranslation = "stale-translation"
    /// A warning: a translation is of a place that is not there, or that is no text.
    case unusedTranslation = "unused-translation"
    /// A link names a screen that is not there.
    case linkToNowhere = "link-to-nowhere"
  }

  package let code: Code
  /// The place of the value that is wrong.
  package private(set) var pointer: JSONPointer
  /// Whether the finding is about the value or the member's name.
  package let anchor: JSONDocument.Anchor
  package let message: String
  package let hint: String?
  /// The line and column in the document's text; nil until they are known.
  package var position: SourcePosition?
  /// The language of a translation that the finding is about.
  package let language: LanguageTag?
  /// The text or link that the finding is about.
  package let place: TextPlace?

  package init(
    _ code: Code, at pointer: JSONPointer, anchor: JSONDocument.Anchor = .value, _ message: String,
    hint: String? = nil, position: SourcePosition? = nil, language: LanguageTag? = nil,
    place: TextPlace? = nil
  ) {
    self.language = language
    self.place = place
    self.code = code
    self.pointer = pointer
    self.anchor = anchor
    // Message and hint quote names and values from outside.
    self.message = printable(message)
    self.hint = hint.map(printable)
    self.position = position
  }

  /// Creates the finding of a syntax error.
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

  /// Moves the pointer up to a value that the document has. A finding about a value that was left out, such as the
  /// default content of an item, belongs to the object that lacks it.
  mutating func point(into document: JSONValue) {
    while pointer.value(in: document) == nil, let parent = pointer.parent { pointer = parent }
  }

  /// The message and the hint in one line.
  package var text: String { message + (hint.map { "; \($0)" } ?? "") }

  /// Compares findings without their line and column.
  package static func == (one: Diagnostic, other: Diagnostic) -> Bool {
    one.code == other.code && one.pointer == other.pointer && one.anchor == other.anchor
      && one.message == other.message && one.hint == other.hint
  }
}
