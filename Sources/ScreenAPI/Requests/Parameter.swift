import HTTPWire
import JSONText
import Screens

/// A part of a request that an endpoint reads: its declaration for the OpenAPI document, and the function that reads
/// it.
///
/// A handler gets only the values of the parameters that its endpoint declares.
struct Parameter<Value: Sendable>: Sendable {
  typealias Read =
    @Sendable (borrowing HTTPRequest, EndpointArguments, ScreenAPI) throws(Problem) -> Value

  let declarations: [ParameterDeclaration]
  let body: BodyDeclaration?
  /// The problems that reading can throw.
  let problems: [ProblemType]
  let read: Read

  init(
    _ declarations: [ParameterDeclaration], body: BodyDeclaration? = nil, problems: [ProblemType] = [],
    read: @escaping Read
  ) {
    self.declarations = declarations
    self.body = body
    self.problems = problems
    self.read = read
  }

  /// A value made from several parameters.
  init<each Part: Sendable>(
    _ parts: repeat Parameter<each Part>, problems: [ProblemType] = [],
    make: @escaping @Sendable (repeat each Part) throws(Problem) -> Value
  ) {
    var declarations: [ParameterDeclaration] = []
    var ofParts: [ProblemType] = []
    for part in repeat (each parts).declarations { declarations += part }
    for part in repeat (each parts).problems { ofParts += part }
    self.init(declarations, problems: ofParts + problems) { (request, arguments, api) throws(Problem) in
      try make(repeat try (each parts).read(request, arguments, api))
    }
  }
}

// MARK: Path

extension Parameter {
  /// A placeholder of the path.
  /// - Parameter decode: returns nil for a text that cannot name a resource; the response is then 404.
  static func path(
    _ name: String, _ description: String, _ schema: Schema,
    decode: @escaping @Sendable (String) -> Value?
  ) -> Self {
    Parameter(
      [ParameterDeclaration(name, in: .path, description, schema, isRequired: true)], problems: [.notFound]
    ) { (_, arguments, _) throws(Problem) in
      guard let value = decode(arguments.placeholders[name] ?? "") else { throw .notFound(arguments.path) }
      return value
    }
  }
}

// MARK: Query

extension Parameter {
  /// A parameter of the query.
  /// - Parameter decode: receives nil if the request does not have the parameter.
  static func query(
    _ name: String, _ description: String, _ schema: Schema,
    decode: @escaping @Sendable (String?) throws(Problem) -> Value
  ) -> Self {
    Parameter([ParameterDeclaration(name, in: .query, description, schema)], problems: [.badParameter]) {
      (_, arguments, _) throws(Problem) in try decode(arguments.query[name])
    }
  }
}

extension Parameter where Value == Bool {
  /// `true` or `false`; false without it.
  static func flag(_ name: String, _ description: String) -> Self {
    query(name, description, .boolean.defaulting(to: false)) { (text) throws(Problem) in
      switch text {
      case nil, "false": return false
      case "true": return true
      default: throw .badParameter(name, "\(quoted(name)) must be true or false")
      }
    }
  }
}

extension Parameter where Value == Int? {
  /// A whole number within bounds.
  static func integer(
    _ name: String, _ description: String, from least: Int = 1, through greatest: Int = .max
  ) -> Self {
    query(name, description, .integer(from: least, through: greatest)) { (text) throws(Problem) in
      guard let text else { return nil }
      guard let number = Int(text), (least...greatest).contains(number), String(number) == text else {
        let upper = greatest == .max ? "" : " to \(greatest)"
        throw .badParameter(name, "\(quoted(name)) must be a whole number from \(least)\(upper)")
      }
      return number
    }
  }
}

extension Parameter where Value == String? {
  static func text(_ name: String, _ description: String) -> Self {
    query(name, description, .string) { $0 }
  }
}

// MARK: Header

extension Parameter {
  /// A header field of the request.
  /// - Parameter decode: receives the values of all lines of the field as one list; nil without the field.
  static func header(
    _ field: KnownField, as name: String, _ description: String, _ schema: Schema = .string,
    decode: @escaping @Sendable (String?) -> Value
  ) -> Self {
    Parameter([ParameterDeclaration(name, in: .header, description, schema)]) { request, _, _ in
      decode(request.list(field))
    }
  }
}

// MARK: Body

extension Parameter where Value == [UInt8] {
  /// The body of the request, of any media type.
  static func body(
    _ schema: Schema, _ description: String, isRequired: Bool = true,
    problems: [ProblemType] = [.badJSON, .invalidBody]
  ) -> Self {
    Parameter(
      [], body: BodyDeclaration([("application/json", schema)], description, isRequired: isRequired),
      problems: problems + [.unsupportedMediaType]
    ) { (request, _, _) throws(Problem) in try bytes(of: request) }
  }
}

extension Parameter {
  /// The bytes of the body. No content coding is accepted: small bodies gain nothing, and large ones could unpack to
  /// far more than the limit.
  static func bytes(of request: borrowing HTTPRequest) throws(Problem) -> [UInt8] {
    let codings = FieldList.elements(of: request.list(.contentEncoding) ?? "").map { $0.lowercased() }
    guard let coding = codings.first(where: { !$0.isEmpty && $0 != "identity" }), !request.body.isEmpty else {
      return Array(request.body)
    }
    var problem = Problem(
      .unsupportedMediaType,
      "the body has the content coding \(quoted(coding)); send it without Content-Encoding")
    // RFC 9110 §15.5.16.
    problem.fields = [HTTPField("Accept-Encoding", "identity")]
    throw problem
  }
}

/// A body with its media type, which decides how it is read.
struct TypedBody: Sendable {
  /// In lower case, without parameters.
  let mediaType: String
  let bytes: [UInt8]
}

extension Parameter where Value == TypedBody {
  /// The body of a request. Other media types than those of `content` are refused with 415.
  /// - Parameters:
  ///   - fallback: the media type of a request without `Content-Type`; nil to refuse it.
  ///   - rule: the detail of the problem, which names the accepted media types.
  ///   - accepted: the media types for `Accept-Patch` (RFC 5789 §3.1).
  static func patch(
    _ content: [(mediaType: String, schema: Schema)], _ description: String, fallback: String? = nil,
    rule: String, accepted: String
  ) -> Self {
    Parameter(
      [], body: BodyDeclaration(content, description, isRequired: true),
      problems: [.badJSON, .invalidBody, .unsupportedMediaType]
    ) { (request, _, _) throws(Problem) in
      let type = request.field(.contentType).map { String(decoding: $0) } ?? ""
      var media = Substring(type.utf8.prefix { $0 != 0x3B && $0 != 0x20 }).lowercased()
      if media.isEmpty, let fallback { media = fallback }
      guard content.contains(where: { $0.mediaType == media }) else {
        var problem = Problem(.unsupportedMediaType, rule)
        problem.fields = [HTTPField("Accept-Patch", cleaning: accepted)]
        throw problem
      }
      return TypedBody(mediaType: media, bytes: try bytes(of: request))
    }
  }
}
