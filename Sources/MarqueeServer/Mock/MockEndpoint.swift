import JSONText

extension Marquee {
  /// An endpoint of the mock: an address of the app's backend that is not at `/screens/`. See <doc:MockABackend>.
  ///
  /// ```swift
  /// let login = Marquee.MockEndpoint(
  ///   .post, "/api/login",
  ///   [
  ///     .init(when: ["body.name": "locked"], status: 403),
  ///     .init(body: ["hello": "{{body.name}}"], set: ["user": "{{=body.name}}"]),
  ///   ])
  /// ```
  public struct MockEndpoint: Sendable, Equatable {
    /// The methods that an endpoint can have.
    public enum Method: String, Sendable, CaseIterable {
      /// Includes HEAD.
      case get = "GET"
      case post = "POST"
      case put = "PUT"
      case patch = "PATCH"
      case delete = "DELETE"
    }

    /// A response of an endpoint. In its texts, `{{path.cart}}` stands for a value of the request.
    public struct Response: Sendable, Equatable {
      /// The condition on the values of the request; nil if it always holds.
      public var when: JSON?
      /// The status, 200 to 599.
      public var status: Int
      /// The fields of the response.
      public var headers: [String: String]
      /// The JSON body; nil for another one or none.
      public var body: JSON?
      /// A text as the body.
      public var text: String?
      /// A file of `_assets/` as the body.
      public var asset: String?
      /// A JSON Merge Patch (RFC 7396) of the state.
      public var set: JSON?
      /// The wait before the response.
      public var delay: Delay?
      /// The fault of the connection in place of the response.
      public var fault: Fault?

      /// Creates a response; without arguments, an empty one of status 200.
      public init(
        when: JSON? = nil, status: Int = 200, headers: [String: String] = [:], body: JSON? = nil,
        text: String? = nil, asset: String? = nil, set: JSON? = nil, delay: Delay? = nil,
        fault: Fault? = nil
      ) {
        self.when = when
        self.status = status
        self.headers = headers
        self.body = body
        self.text = text
        self.asset = asset
        self.set = set
        self.delay = delay
        self.fault = fault
      }
    }

    private enum Answer: Equatable {
      case responses([Response], isForwarded: Bool)
      case document([String: JSON])
    }

    private let request: [String: JSON]
    private let answer: Answer

    /// Creates an endpoint whose first response answers whose condition holds.
    /// - Parameters:
    ///   - method: the method of the requests.
    ///   - path: the path; `{cart}` stands for one segment.
    ///   - condition: the condition on the values of the request; nil if it always holds.
    ///   - schema: the JSON Schema of the body; nil if any body fits.
    ///   - isForwarded: whether the real backend answers when no condition holds.
    ///   - responses: the responses, in the order in which their conditions are tried.
    public init(
      _ method: Method, _ path: String, when condition: JSON? = nil, body schema: JSON? = nil,
      isForwarded: Bool = false, _ responses: [Response]
    ) {
      request = ["method": JSON(.string(method.rawValue)), "path": JSON(.string(path))]
        .merging(["when": condition, "body": schema].compactMapValues { $0 }) { first, _ in first }
      answer = .responses(responses, isForwarded: isForwarded)
    }

    private init(request: [String: JSON], document: [String: JSON]) {
      self.request = request
      answer = .document(document)
    }

    /// A collection: a list of objects that requests read and change.
    /// - Parameters:
    ///   - path: the path of the list; an item is one segment below it.
    ///   - seed: the objects at the start.
    ///   - schema: the JSON Schema of an object; nil if any object fits.
    ///   - id: the member that has the id.
    public static func collection(
      _ path: String, seed: [JSON] = [], schema: JSON? = nil, id: String = "id"
    ) -> MockEndpoint {
      var collection: JSONObject = ["seed": .array(seed.map(\.value)), "id": .string(id)]
      collection["schema"] = schema?.value
      return MockEndpoint(
        request: ["path": JSON(.string(path))], document: ["collection": JSON(.object(collection))])
    }

    /// A screen at an address of the app's own.
    /// - Parameters:
    ///   - route: the route of the screen.
    ///   - path: the address of the app.
    ///   - user: the value of the request that is the user's id, such as `headers.x-user-id`.
    ///   - attributes: the values that are attributes, by their names.
    ///   - format: the format of the response; nil for that of the screen.
    public static func screen(
      _ route: String, at path: String, user: String? = nil, attributes: [String: String] = [:],
      format: String? = nil
    ) -> MockEndpoint {
      var document = ["screen": JSON(.string(route))]
      document["user"] = user.map { JSON(.string($0)) }
      document["format"] = format.map { JSON(.string($0)) }
      if !attributes.isEmpty {
        document["attributes"] = JSON(
          .object(attributes.sorted { $0.key < $1.key }.reduce(into: [:]) { $0[$1.key] = .string($1.value) }))
      }
      return MockEndpoint(
        request: ["method": "GET", "path": JSON(.string(path))], document: document)
    }
  }
}

extension Marquee.MockEndpoint {
  /// The endpoint as the admin API takes it, which checks everything that JSON can express.
  var json: JSONValue {
    get throws(MockError) {
      func object(_ members: [String: Marquee.JSON]) -> JSONObject {
        members.sorted { $0.key < $1.key }.reduce(into: [:]) { $0[$1.key] = $1.value.value }
      }
      var document: JSONObject = ["request": .object(object(request))]
      switch answer {
      case .responses(let responses, let isForwarded):
        if isForwarded { document["proxy"] = true }
        var list: [JSONValue] = []
        for response in responses { list.append(try response.json) }
        if !list.isEmpty || !isForwarded { document["responses"] = .array(list) }
      case .document(let members):
        for member in object(members) { document[member.name] = member.value }
      }
      return .object(document)
    }
  }
}

extension Marquee.MockEndpoint.Response {
  fileprivate var json: JSONValue {
    get throws(MockError) {
      var response = JSONObject()
      response["when"] = when?.value
      if status != 200 { response["status"] = .number(JSONNumber(status)) }
      if !headers.isEmpty {
        response["headers"] = .object(
          headers.sorted { $0.key < $1.key }.reduce(into: [:]) { $0[$1.key] = .string($1.value) })
      }
      response["body"] = body?.value
      response["text"] = text.map { .string($0) }
      response["asset"] = asset.map { .string($0) }
      response["set"] = set?.value
      response["delay"] = try delay?.json
      response["fault"] = fault.map { .string($0.rawValue) }
      return .object(response)
    }
  }
}
