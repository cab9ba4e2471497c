import HTTPWire
import JSONText
import ScreenMock

extension BackendRequest {
  /// - Parameter segments: the decoded path.
  init(_ request: borrowing HTTPRequest, at segments: [String], _ body: BackendBody, _ bytes: [UInt8]) {
    let query = QueryParameters.parse(request.query ?? .empty)
    var values = EndpointValues()
    // In a session, the path has no prefix here.
    values.setURL(
      String(decoding: request.path) + (request.query.map { "?" + String(decoding: $0) } ?? ""))
    values.setQuery(query.map { ($0.name, $0.value) })
    values.setHeaders(Self.fields(of: request))
    values.setText(bytes)
    switch body {
    case .none, .other: break
    case .json(let document): values.setBody(document.value)
    case .form(let pairs): values.setForm(pairs.map { ($0.name, $0.value) })
    case .multipart(let form):
      values.setForm(
        form.parts.filter { $0.fileName == nil }.map {
          ($0.name, String(decoding: bytes[$0.content], as: UTF8.self))
        })
      values.setFiles(form.parts.compactMap { part in part.file.map { (part.name, $0) } })
    }
    values.setUser(
      query.first { $0.name == "user" }.map(\.value)
        ?? request.field(.screenUser).map { String(decoding: $0) })
    self.init(
      method: request.method == .head ? "GET" : String(decoding: request.methodName),
      isHead: request.method == .head, path: segments, values: values, document: body.document,
      query: query.map { ($0.name, $0.value) })
  }

  /// The fields with names in lower case.
  private static func fields(of request: borrowing HTTPRequest) -> [(name: String, value: String)] {
    var fields: [(String, String)] = []
    for index in 0..<request.fieldCount {
      fields.append(
        (
          String(decoding: request.fieldName(at: index)).lowercased(),
          String(decoding: request.fieldValue(at: index))
        ))
    }
    return fields
  }
}

extension MultipartForm.Part {
  /// The file as conditions and templates see it; nil for a field of text.
  fileprivate var file: JSONValue? {
    guard let fileName else { return .none }
    return [
      "name": .string(fileName), "type": .string(mediaType ?? "application/octet-stream"),
      "size": .number(JSONNumber(content.count)),
    ]
  }
}
