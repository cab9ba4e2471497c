import JSONText
import Screens

/// The responses of an endpoint.
extension EndpointReader {
  mutating func responses(_ members: MemberReader, isForwarded: Bool) -> [EndpointResponse] {
    guard let values = members.array("responses", &diagnostics) else { return [] }
    let location = JSONPointer(tokens: ["responses"])
    if values.isEmpty, !isForwarded { report(location, .invalidValue, "an endpoint needs a response") }
    guard values.count <= MockEndpoint.maximumResponses else {
      report(location, .tooMany, "an endpoint has at most \(MockEndpoint.maximumResponses) responses")
      return []
    }
    var responses: [EndpointResponse] = []
    var last: Int?
    for (index, value) in values.enumerated() {
      let place = location.appending(index)
      if let last {
        report(
          place, .invalidValue,
          "no request gets this response: the one at \(location.appending(last)) has no \"when\"",
          hint: "write the response without \"when\" last")
      }
      if value["when"] == nil, last == nil { last = index }
      if let response = response(value, at: place) { responses.append(response) }
    }
    if let last, isForwarded, diagnostics.isEmpty {
      report(
        .init(tokens: ["proxy"]), .invalidValue,
        "no request is forwarded: the response at \(location.appending(last)) has no \"when\"")
    }
    return responses
  }

  private mutating func response(_ value: JSONValue, at location: JSONPointer) -> EndpointResponse? {
    guard
      let members = MemberReader(
        value, at: location, named: "a response",
        allowed: ["when", "status", "headers", "body", "text", "asset", "set", "delay", "fault"],
        &diagnostics, meaning: { $0 == "json" ? "did you mean body?" : nil })
    else { return nil }
    let condition = condition("when", of: members)
    let status = members.integer("status", in: MockEffect.statuses, &diagnostics) ?? 200
    let contents = ["body", "text", "asset"].filter { members.object[$0] != nil }
    if contents.count > 1 {
      report(
        location.appending(contents[1]), .invalidValue, anchor: .name,
        "a response has either \(quoted(contents[0])) or \(quoted(contents[1]))")
    }
    if [204, 205, 304].contains(status), let content = contents.first {
      report(
        location.appending(content), .invalidValue, anchor: .name,
        "a response of status \(status) has no body")
    }
    let content: EndpointResponse.Content =
      switch contents.first {
      case "body": members.object["body"].map { .json(template($0, at: location.appending("body"))) } ?? .none
      case "text": text("text", of: members).map { .text($0) } ?? .none
      case "asset": asset(members).map { .asset($0) } ?? .none
      default: .none
      }
    var changes: EndpointTemplate?
    if let patch = members.object["set"] {
      let place = location.appending("set")
      if case .object = patch {
        changes = template(patch, at: place)
      } else {
        report(
          place, .wrongType, "\"set\" is an object, not \(patch.kind.phrase)",
          hint: "a JSON Merge Patch of the state, such as {\"cart\": \"{{=body}}\"}")
      }
    }
    var effect = MockEffect()
    effect.delay = members.object["delay"].flatMap {
      MockDelay.read($0, at: location.appending("delay"), &diagnostics)
    }
    effect.fault = MockFault.read(members, &diagnostics)
    return EndpointResponse(
      condition: condition, status: status, fields: fields(members), content: content, changes: changes,
      effect: effect)
  }

  private mutating func template(_ value: JSONValue, at location: JSONPointer) -> EndpointTemplate {
    var mistakes: [EndpointTemplate.Mistake] = []
    let template = EndpointTemplate(value, placeholders: placeholders, at: location, &mistakes)
    for mistake in mistakes {
      report(mistake.pointer, .invalidTemplate, mistake.error.message, hint: mistake.error.hint)
    }
    return template
  }

  private mutating func text(_ name: String, of members: MemberReader) -> PlaceholderText? {
    members.string(name, &diagnostics).flatMap { text($0, at: members.pointer.appending(name)) }
  }

  private mutating func text(_ text: String, at location: JSONPointer) -> PlaceholderText? {
    do throws(ValuePath.SyntaxError) {
      return try PlaceholderText(text, placeholders: placeholders)
    } catch {
      report(location, .invalidTemplate, error.message, hint: error.hint)
      return nil
    }
  }

  private mutating func asset(_ members: MemberReader) -> String? {
    guard let name = members.string("asset", &diagnostics) else { return nil }
    if catalogue.assets.path(of: name) == nil {
      report(
        members.pointer.appending("asset"), .unknownAsset, "there is no file \(quoted("_assets/" + name))",
        hint: NearestName.hint(for: name, among: catalogue.assets.names))
    }
    return name
  }

  /// The names of the fields that only the server writes.
  private static let ownFields: Set<String> = ["connection", "content-length", "date", "transfer-encoding"]

  private mutating func fields(_ members: MemberReader) -> [(name: String, value: PlaceholderText)] {
    guard let value = members.object["headers"] else { return [] }
    let location = members.pointer.appending("headers")
    guard case .object(let object) = value else {
      report(location, .wrongType, "\"headers\" is an object, not \(value.kind.phrase)")
      return []
    }
    var fields: [(name: String, value: PlaceholderText)] = []
    for member in object {
      let place = location.appending(member.name)
      guard Self.isFieldName(member.name) else {
        report(place, .invalidValue, anchor: .name, "\(quoted(member.name)) cannot be the name of a field")
        continue
      }
      if Self.ownFields.contains(member.name.lowercased()) {
        report(place, .invalidValue, anchor: .name, "the server itself writes the field \(member.name)")
      }
      let values: [(JSONValue, JSONPointer)] =
        member.value.arrayValue.map { $0.enumerated().map { ($0.element, place.appending($0.offset)) } }
        ?? [(member.value, place)]
      for (value, place) in values {
        guard case .string(let line) = value else {
          report(place, .wrongType, "a field is a string or a list of strings, not \(value.kind.phrase)")
          continue
        }
        if line.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
          report(place, .invalidValue, "a field has no control characters")
        }
        if let text = text(line, at: place) { fields.append((member.name, text)) }
      }
    }
    return fields
  }

  /// A token (RFC 9110 §5.6.2).
  private static func isFieldName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
