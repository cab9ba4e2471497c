import Foundation
import JSONText
import Screens

/// A file of `__files/`. The stubs that name it share its storage.
struct WireMockFile {
  let bytes: [UInt8]
  /// Nil if the bytes are no text.
  let text: String?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    text = String(validating: bytes, as: UTF8.self)
  }
}

/// The response of a stub.
struct WireMockResponse {
  private enum Body {
    case none
    case json(JSONValue)
    case text(String)
    case asset
  }

  /// A body that no text can have: a file for `_assets/`.
  private(set) var asset: (name: String?, bytes: [UInt8])?
  /// The address that answers; nil if the stub answers itself.
  private(set) var proxy: String?
  private var body = Body.none
  private var bodyPlace: [String] = []
  private var headers = JSONObject()
  /// The members that have no placeholders.
  private var plain = JSONObject()
  private var isTemplated: Bool

  private static let faults = [
    "CONNECTION_RESET_BY_PEER": "reset", "EMPTY_RESPONSE": "empty", "RANDOM_DATA_THEN_CLOSE": "garbage",
    "MALFORMED_RESPONSE_CHUNK": "half",
  ]
  private static let bodilessStatuses = [204, 205, 304]
  /// The fields that only the server writes.
  private static let ownFields: Set<String> = ["connection", "date", "transfer-encoding"]
  /// The largest body that is a text of the endpoint, in bytes.
  private static let maximumTextBytes = 256 << 10
  private static let templating = "response-template"

  init(
    _ source: JSONObject, isTemplated: Bool, file: (String) -> WireMockFile?, _ notes: inout [NoCounterpart]
  ) throws(NoCounterpart) {
    self.isTemplated = isTemplated
    let transformers = try (source["transformers"] ?? .null).elements(at: ["response", "transformers"])
    if transformers.contains(.string(Self.templating)) { self.isTemplated = true }
    for (index, transformer) in transformers.enumerated() where transformer != .string(Self.templating) {
      throw NoCounterpart(
        tokens: ["response", "transformers", String(index)],
        reason: "endpoints have no transformer \(quoted(transformer.stringValue ?? ""))")
    }
    for member in source where member.value != .null {
      try read(member.name, member.value, ["response", member.name], source, file, &notes)
    }
    if let status = plain["status"]?.numberValue?.intValue, Self.bodilessStatuses.contains(status) {
      if case .none = body {
      } else {
        notes.append(NoCounterpart(tokens: bodyPlace, reason: "a response of status \(status) has no body"))
      }
      body = .none
      asset = nil
    }
    readFields(try (source["headers"] ?? .null).members(at: ["response", "headers"]), &notes)
  }

  private mutating func read(
    _ name: String, _ value: JSONValue, _ place: [String], _ source: JSONObject,
    _ file: (String) -> WireMockFile?, _ notes: inout [NoCounterpart]
  ) throws(NoCounterpart) {
    switch name {
    case "status": if value != 200 { plain["status"] = value }
    case "headers", "transformers": break
    case "jsonBody": set(.json(value), place, &notes)
    case "body": set(.text(value.scalarText ?? value.text), place, &notes)
    case "base64Body":
      guard let bytes = value.stringValue.flatMap({ Data(base64Encoded: $0) }) else {
        throw NoCounterpart(tokens: place, reason: "this is no base64")
      }
      set(WireMockFile(Array(bytes)), named: nil, place, &notes)
    case "bodyFileName":
      let name = value.stringValue ?? ""
      guard let found = file(name) else {
        let isTemplate = WireMockTemplate.isTemplate(name)
        throw NoCounterpart(
          tokens: place,
          reason: isTemplate
            ? "the name of a file has no placeholders" : "there is no file \(quoted("__files/" + name))")
      }
      let keepsBraces = source["transformerParameters"]?["disableBodyFileTemplating"] == true
      set(found, named: name, place, isPlain: keepsBraces, &notes)
    case "fixedDelayMilliseconds": plain["delay"] = value
    case "delayDistribution": plain["delay"] = try Self.delay(value, place)
    case "chunkedDribbleDelay":
      plain["delay"] = value["totalDuration"] ?? 0
      notes.append(NoCounterpart(tokens: place, reason: "the whole body arrives after the delay"))
    case "fault":
      guard let fault = value.stringValue.flatMap({ Self.faults[$0] }) else {
        throw NoCounterpart(tokens: place, reason: "there is no such fault")
      }
      plain["fault"] = .string(fault)
    case "proxyBaseUrl":
      guard let url = value.stringValue, !WireMockTemplate.isTemplate(url) else {
        throw NoCounterpart(tokens: place, reason: "the address of the real backend has no placeholders")
      }
      proxy = url
    case "additionalProxyRequestHeaders", "removeProxyRequestHeaders":
      notes.append(NoCounterpart(tokens: place, reason: "the real backend gets the fields of the app"))
    case "statusMessage":
      notes.append(NoCounterpart(tokens: place, reason: "a response has the usual words of its status"))
    case "transformerParameters":
      if value != [:] {
        notes.append(NoCounterpart(tokens: place, reason: "only placeholders of this stub read them"))
      }
    default: throw NoCounterpart(tokens: place, reason: "responses have no \(quoted(name))")
    }
  }

  // MARK: Bodies

  private mutating func set(_ body: Body, _ place: [String], _ notes: inout [NoCounterpart]) {
    self.body = body
    bodyPlace = place
    let text: String? =
      switch body {
      case .json(let value): value.text
      case .text(let text): text
      case .none, .asset: nil
      }
    guard !isTemplated, let text, WireMockTemplate.isTemplate(text) else { return }
    notes.append(
      NoCounterpart(
        tokens: place,
        reason:
          "{{…}} is sent as text, because the stub lacks the transformer \(Self.templating); if WireMock runs with "
          + "--global-response-templating, give the same flag"))
  }

  /// Sets a body of bytes: a text, or a file for `_assets/`.
  private mutating func set(
    _ file: WireMockFile, named name: String?, _ place: [String], isPlain: Bool = false,
    _ notes: inout [NoCounterpart]
  ) {
    let isSmall = file.bytes.count <= Self.maximumTextBytes || isTemplated && !isPlain
    guard isSmall, let text = file.text else {
      asset = (name, file.bytes)
      return set(.asset, place, &notes)
    }
    if isPlain { isTemplated = false }
    set(.text(text), place, &notes)
  }

  /// The number of bytes of the body, if it has no placeholders.
  private var bodyBytes: Int? {
    switch body {
    case .none: 0
    case .text(let text): isTemplated && WireMockTemplate.isTemplate(text) ? nil : text.utf8.count
    case .asset: asset?.bytes.count
    case .json: nil
    }
  }

  // MARK: Fields

  private mutating func readFields(_ fields: JSONObject, _ notes: inout [NoCounterpart]) {
    for field in fields {
      let place = ["response", "headers", field.name]
      let name = field.name.lowercased()
      if Self.ownFields.contains(name) || name == "content-length" {
        guard name != "content-length" || field.value.scalarText != bodyBytes.map({ String($0) }) else {
          continue
        }
        notes.append(NoCounterpart(tokens: place, reason: "the server itself writes the field \(field.name)"))
      } else if case .array(let lines) = field.value {
        headers[field.name] = .array(lines.map { .string($0.scalarText ?? $0.text) })
      } else {
        headers[field.name] = .string(field.value.scalarText ?? field.value.text)
      }
    }
  }

  private static func delay(_ value: JSONValue, _ place: [String]) throws(NoCounterpart) -> JSONValue {
    switch value["type"] {
    case "lognormal"?: return ["median": value["median"] ?? 0, "sigma": value["sigma"] ?? 0]
    case "uniform"?: return ["from": value["lower"] ?? 0, "to": value["upper"] ?? 0]
    case "fixed"?: return value["milliseconds"] ?? 0
    default: throw NoCounterpart(tokens: place, reason: "there is no such distribution")
    }
  }

  // MARK: At an endpoint

  /// The response of an endpoint.
  /// - Parameter asset: the name of the file in `_assets/`.
  func json(_ values: WireMockValues, asset: String?) throws(NoCounterpart) -> JSONObject {
    var json = plain
    if !headers.isEmpty {
      json["headers"] = try converted(.object(headers), ["response", "headers"], values)
    }
    switch body {
    case .none: break
    case .json(let value): json["body"] = try converted(value, bodyPlace, values)
    case .text(let text): json["text"] = try converted(.string(text), bodyPlace, values)
    case .asset: json["asset"] = .string(asset ?? "")
    }
    return json
  }

  private func converted(
    _ value: JSONValue, _ place: [String], _ values: WireMockValues
  ) throws(NoCounterpart) -> JSONValue {
    isTemplated
      ? try WireMockTemplate(values: values, place: place).value(value) : ConvertedEndpoints.escaped(value)
  }
}
