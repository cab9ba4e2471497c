import Assignment
package import JSONText

/// The values of a request for an endpoint, which conditions and templates name: `url`, `path.cart`, `query.tag.0`,
/// `headers.x-user-id`, `cookies.sid`, `body.items`, `text`, `form.name`, `files.photo.size`, `state.cart` and `user`.
package struct EndpointValues: Sendable {
  /// The sources of values.
  enum Source: String, CaseIterable {
    case url, path, query, headers, cookies, body, text, form, files, state, user

    /// Whether its values are texts, of which a name can have several.
    var isOfTexts: Bool { self == .query || self == .headers || self == .cookies || self == .form }
    /// Whether it has no members.
    var isOneText: Bool { self == .url || self == .text || self == .user }
  }

  private var object = JSONObject()

  /// The prefix of the member that holds all values of each name: conditions on `query.tag.0` read `*query.tag.0`.
  static let listPrefix = "*"

  package init() {}

  /// - Parameter url: the path and the query as the app has sent them.
  package mutating func setURL(_ url: String) { object[Source.url.rawValue] = .string(url) }

  package mutating func setQuery(_ pairs: some Sequence<(name: String, value: String)>) {
    setTexts(pairs, of: .query)
  }

  /// Sets the fields, and the cookies of the field `Cookie` (RFC 6265 §4.2.1).
  /// - Parameter fields: with names in lower case.
  package mutating func setHeaders(_ fields: some Sequence<(name: String, value: String)>) {
    setTexts(fields, of: .headers)
    let pairs = fields.filter { $0.name == "cookie" }.flatMap { $0.value.split(separator: ";") }
    let cookies = pairs.map { pair in
      let text = pair.drop { $0 == " " }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(parts.first ?? ""), value: parts.count > 1 ? String(parts[1]) : "")
    }
    if !cookies.isEmpty { setTexts(cookies, of: .cookies) }
  }

  package mutating func setForm(_ pairs: some Sequence<(name: String, value: String)>) {
    setTexts(pairs, of: .form)
  }

  package mutating func setBody(_ body: JSONValue) { object[Source.body.rawValue] = body }

  /// Sets the body as a text, if it is one.
  package mutating func setText(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else { return }
    object[Source.text.rawValue] = .string(text)
  }

  package mutating func setFiles(_ files: [(name: String, file: JSONValue)]) {
    var members = JSONObject()
    for (name, file) in files where members[name] == nil { members[name] = file }
    object[Source.files.rawValue] = .object(members)
  }

  package mutating func setUser(_ user: String?) {
    if let user, !user.isEmpty { object[Source.user.rawValue] = .string(user) }
  }

  mutating func setPath(_ placeholders: [(name: String, value: String)]) {
    object[Source.path.rawValue] = .object(
      placeholders.reduce(into: JSONObject()) { $0[$1.name] = .string($1.value) })
  }

  /// The names of the placeholders of the path.
  var placeholders: [String] { object[Source.path.rawValue]?.objectValue?.names ?? [] }

  mutating func setState(_ state: JSONObject) { object[Source.state.rawValue] = .object(state) }

  private mutating func setTexts(_ pairs: some Sequence<(name: String, value: String)>, of source: Source) {
    var first = JSONObject()
    var all = JSONObject()
    for (name, value) in pairs {
      if first[name] == nil { first[name] = .string(value) }
      var values = all[name]?.arrayValue ?? []
      // The only reference to the array, which would otherwise be copied.
      all[name] = .some(.null)
      values.append(.string(value))
      all[name] = .array(values)
    }
    object[source.rawValue] = .object(first)
    object[Self.listPrefix + source.rawValue] = .object(all)
  }

  /// The JSON body; nil without one.
  package var body: JSONValue? { object[Source.body.rawValue] }

  /// The values as attributes for conditions.
  var attributes: Attributes { Attributes(object) }

  /// The attributes for the conditions of the mock's rules: the parameters of the query and the user, as for a screen.
  var ruleAttributes: Attributes {
    var attributes = object[Source.query.rawValue]?.objectValue ?? [:]
    if let user = object[Source.user.rawValue] { attributes["user"] = user }
    return Attributes(attributes)
  }

  /// The value of a name; nil if there is none.
  package subscript(path: ValuePath) -> JSONValue? {
    var value = object[path.isOfList ? Self.listPrefix + path.source.rawValue : path.source.rawValue]
    for step in path.steps {
      switch value {
      case .object(let object): value = object[step]
      case .array(let elements):
        guard let index = JSONPointer.arrayIndex(step), elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }
}

/// The name of a value of a request, such as `body.items.0.id`.
package struct ValuePath: Sendable, Equatable, CustomStringConvertible {
  let source: EndpointValues.Source
  let steps: [String]

  struct SyntaxError: Error {
    let message: String
    let hint: String?
  }

  /// The sources, for messages.
  static let known =
    "url, path.NAME, query.NAME, headers.NAME, cookies.NAME, body, text, form.NAME, files.NAME, state and user"

  /// - Parameter placeholders: those of the endpoint's path.
  init(_ text: String, placeholders: [String]) throws(SyntaxError) {
    let names = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard let first = names.first, let source = EndpointValues.Source(rawValue: first) else {
      let nearest = NearestName.to(
        names.first ?? "", among: EndpointValues.Source.allCases.map(\.rawValue))
      throw SyntaxError(
        message: "a request has no value \(JSONValue.string(String(text.prefix(80))).text)",
        hint: nearest.map { "did you mean \($0)?" } ?? "known: \(Self.known)")
    }
    let steps = Array(names.dropFirst())
    if source.isOneText ? !steps.isEmpty : steps.contains("") {
      throw SyntaxError(message: "\(text) is not the name of a value", hint: "known: \(Self.known)")
    }
    if source.isOfTexts || source == .path || source == .files, steps.isEmpty {
      throw SyntaxError(message: "\(first) takes a name after a dot", hint: "such as \(first).name")
    }
    if source.isOfTexts, steps.count > 2 || steps.count == 2 && JSONPointer.arrayIndex(steps[1]) == nil {
      throw SyntaxError(
        message: "\(first).\(steps[0]) is a text", hint: "\(first).\(steps[0]).0 is the first of several")
    }
    if source == .path {
      guard steps.count == 1, placeholders.contains(where: { $0.hasSameScalars(as: steps[0]) }) else {
        throw SyntaxError(
          message: "the path has no placeholder {\(steps[0])}",
          hint: NearestName.hint(for: steps[0], among: placeholders))
      }
    }
    if source == .headers, steps[0] != steps[0].lowercased() {
      throw SyntaxError(
        message: "names of fields are in lower case here",
        hint: "did you mean headers.\(steps[0].lowercased())?")
    }
    if source == .files, steps.count > 1, steps.count > 2 || !["name", "type", "size"].contains(steps[1]) {
      throw SyntaxError(message: "a file has the members name, type and size", hint: nil)
    }
    self.source = source
    self.steps = steps
  }

  /// Whether it names one of several texts of a name.
  var isOfList: Bool { source.isOfTexts && steps.count == 2 }

  /// The field of the request that the value comes from; nil if it comes from elsewhere.
  package var field: String? { source == .headers ? steps.first : nil }

  package var description: String { ([source.rawValue] + steps).joined(separator: ".") }
}
