import JSONSchema
import JSONText
import ScreenSchemas
import Screens

/// Proposals for a position: names of members, values, and ids.
struct Completion {
  /// A proposal.
  struct Proposal {
    let label: String
    let kind: Kind
    let detail: String?
    /// The JSON text to insert.
    let text: String
  }

  /// Kinds of proposals (LSP 3.17 `CompletionItemKind`).
  enum Kind: Int {
    case property = 10
    case value = 12
    case reference = 18
    case enumMember = 20
  }

  private let document: OpenDocument
  private let check: FolderCheck
  private let spot: SourceTree.Spot
  private var proposals: [Proposal] = []
  private var labels: Set<String> = []

  /// The result of `textDocument/completion`.
  static func result(_ document: OpenDocument, at offset: Int, in check: FolderCheck) -> JSONValue {
    guard let kind = check.kind(of: document.path) else { return .array([]) }
    var completion = Completion(
      document: document, check: check, spot: document.tree.spot(at: offset))
    completion.collect(kind)
    return .array(completion.proposals.enumerated().map { completion.json($1, index: $0) })
  }

  private init(document: OpenDocument, check: FolderCheck, spot: SourceTree.Spot) {
    self.document = document
    self.check = check
    self.spot = spot
  }

  private mutating func collect(_ kind: FileKind) {
    let value = document.tree.root.json ?? .object([:])
    let schemas = SchemaWalk(check.schema(of: kind)).schemas(at: spot.location, in: value)
    switch spot.kind {
    case .name(let current, let hasColon): addNames(schemas, current: current, hasColon: hasColon)
    case .value:
      for id in ItemIDs(value, kind, check).ids(at: spot.location) {
        add(Proposal(label: id, kind: .reference, detail: nil, text: JSONValue.string(id).text))
      }
      addValues(schemas)
      if schemas.contains(where: \.isRoute) { addRoutes() }
    }
  }

  private mutating func addNames(_ schemas: [ResolvedSchema], current: String, hasColon: Bool) {
    let present = document.tree.node(at: spot.location)?.json?.objectValue ?? [:]
    for schema in schemas {
      for (label, property) in schema.parts("properties") {
        guard property.value != false, label == current || present[label] == nil else { continue }
        let name = JSONValue.string(label).text
        add(
          Proposal(
            label: label, kind: .property, detail: description(of: property),
            text: hasColon ? name : name + ": "))
      }
    }
  }

  private mutating func addValues(_ schemas: [ResolvedSchema]) {
    for schema in schemas {
      let details = schema["enumDescriptions"]?.arrayValue ?? []
      for (index, value) in (schema["enum"]?.arrayValue ?? []).enumerated() {
        let detail = index < details.count ? details[index].stringValue : nil
        add(value, .enumMember, detail ?? description(of: schema))
      }
      for keyword in ["const", "default"] {
        if let value = schema[keyword] { add(value, .value, description(of: schema)) }
      }
      for value in schema["examples"]?.arrayValue ?? [] { add(value, .value, nil) }
      if schema["type"] == "boolean" {
        for value in [true, false] { add(.bool(value), .value, description(of: schema)) }
      }
    }
  }

  private mutating func addRoutes() {
    for screen in check.screens.sorted(by: { $0.route < $1.route }) {
      let name = try? screen.screen().definition.screenName
      add(
        Proposal(
          label: screen.route.name, kind: .reference, detail: name,
          text: JSONValue.string(screen.route.name).text))
    }
  }

  private mutating func add(_ value: JSONValue, _ kind: Kind, _ detail: String?) {
    add(Proposal(label: value.stringValue ?? value.text, kind: kind, detail: detail, text: value.text))
  }

  private mutating func add(_ proposal: Proposal) {
    if labels.insert(proposal.label).inserted { proposals.append(proposal) }
  }

  private func description(of schema: ResolvedSchema) -> String? {
    let text = SchemaWalk.description(of: schema)
    return text?.isEmpty == true ? nil : text
  }

  private func json(_ proposal: Proposal, index: Int) -> JSONValue {
    var item: JSONObject = [
      "label": .string(proposal.label), "kind": .number(JSONNumber(proposal.kind.rawValue)),
      // Clients compare this with the text of the range, including its quotes.
      "filterText": .string(proposal.text),
      "sortText": .string(String(repeating: "0", count: max(0, 5 - String(index).count)) + String(index)),
      "textEdit": ["range": document.lines.range(spot.range), "newText": .string(proposal.text)],
    ]
    if let detail = proposal.detail { item["documentation"] = .string(detail) }
    return .object(item)
  }
}
