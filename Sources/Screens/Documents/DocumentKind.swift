import JSONText

/// A kind of JSON document that a store keeps by name, with everything that is particular to it.
///
/// To add a kind, write its value beside its noun and name it in ``allCases``. Stores, exports, copies of other nodes,
/// files, change sets, the audit, webhooks and errors follow from the value.
package struct DocumentKind: Sendable {
  /// The name in stores and exports.
  package let rawValue: String
  /// What messages call such a document: `view type`.
  package let noun: String
  /// The folder of its files in a folder of screens; nil if it has no files.
  package let folder: String?
  /// The first segment of its paths in a change set; nil if a change set cannot hold it.
  package let path: String?
  /// The event of webhooks about its changes; nil if none reports them.
  let event: WebhookEvent?
  /// Whether the documents are a part of the ``Catalogue``.
  package let belongsToCatalogue: Bool
  /// Whether screens and other documents refer to such documents, so that a change is validated together with them.
  let isReferredTo: Bool
  /// The maximum number of documents; nil for any number.
  let maximumCount: Int?
  let contents: Contents

  init(
    _ rawValue: String, noun: String, folder: String? = nil, path: String? = nil, event: WebhookEvent? = nil,
    belongsToCatalogue: Bool = false, isReferredTo: Bool = false, maximumCount: Int? = nil,
    _ contents: Contents
  ) {
    self.rawValue = rawValue
    self.noun = noun
    self.folder = folder
    self.path = path
    self.event = event
    self.belongsToCatalogue = belongsToCatalogue
    self.isReferredTo = isReferredTo
    self.maximumCount = maximumCount
    self.contents = contents
  }

  /// All kinds, in the order in which they depend on each other.
  package static let allCases: [DocumentKind] = [
    .release, .group, .setting, .viewType, .format, .preview, .asset, .clientKey, .webhook, .changeSet,
    .proposedChange,
    .comment, .guard, .rollout,
  ]

  /// The kinds that a change set can hold.
  package static let ofChangeSets = allCases.filter { $0.path != nil }
  /// The kinds with files.
  package static let ofFiles = allCases.filter { $0.folder != nil } + [.setting]

  /// The noun as a part of names: `view-type`.
  package var word: String { noun.replacing(" ", with: "-") }
}

extension DocumentKind: Hashable, RawRepresentable, CaseIterable, CustomStringConvertible {
  package init?(rawValue: String) {
    guard let kind = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = kind
  }

  package static func == (one: DocumentKind, other: DocumentKind) -> Bool { one.rawValue == other.rawValue }

  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  package var description: String { rawValue }
}

extension DocumentKind {
  /// How the published state holds the documents of a kind.
  struct Contents: Sendable {
    typealias Take =
      @Sendable (
        [String: JSONValue?], inout PublishedState, _ report: (_ name: String, any Error) -> Void
      ) -> Void

    /// All documents, by name.
    let all: @Sendable (PublishedState) -> [String: JSONValue]
    /// One document; nil if there is none.
    let document: @Sendable (PublishedState, _ name: String) -> JSONValue?
    /// Takes over changed documents; nil stands for a deleted one. Leaves out and reports those that are invalid.
    let take: Take
    /// Validates a document against the state after its change.
    let check: @Sendable (_ name: String, JSONDocument, PublishedState) throws -> Void

    init(
      all: @escaping @Sendable (PublishedState) -> [String: JSONValue],
      document: @escaping @Sendable (PublishedState, String) -> JSONValue?,
      take: @escaping Take,
      check: @escaping @Sendable (String, JSONDocument, PublishedState) throws -> Void = { _, _, _ in }
    ) {
      self.all = all
      self.document = document
      self.take = take
      self.check = check
    }

    /// Contents whose documents are read one at a time.
    /// - Parameters:
    ///   - read: takes over a document. An error leaves it out.
    ///   - remove: removes a deleted document.
    init(
      all: @escaping @Sendable (PublishedState) -> [String: JSONValue],
      document: @escaping @Sendable (PublishedState, String) -> JSONValue?,
      read: @escaping @Sendable (_ name: String, JSONValue, inout PublishedState) throws -> Void,
      remove: @escaping @Sendable (_ name: String, inout PublishedState) -> Void,
      check: @escaping @Sendable (String, JSONDocument, PublishedState) throws -> Void = { _, _, _ in }
    ) {
      self.init(
        all: all, document: document,
        take: { changed, state, report in
          for (name, json) in changed {
            guard let json else {
              remove(name, &state)
              continue
            }
            do {
              try read(name, json, &state)
            } catch {
              report(name, error)
            }
          }
        }, check: check)
    }
  }
}

/// Why a stored document cannot be read, if its content is not what is wrong.
struct UnreadableDocument: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
