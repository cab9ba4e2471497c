import AdminModel
import ArgumentParser
import JSONText
import Screens

/// The files of a folder that are missing or different on a server, as the content of a change set.
struct ProposalContent {
  private var lists: [(member: String, documents: JSONObject)] = []

  /// - Parameter check: a folder without problems.
  /// - Throws: `ExitCode` if a request fails, after an error message.
  init(_ check: FolderImport, differingFrom client: AdminClient) throws {
    let screens = try check.current.map { screen in
      (name: screen.route.name, document: try screen.screen().definition.json)
    }
    try add("screens", screens, at: "/admin/screens/", client)
    func documents(_ kind: DocumentKind) -> [(name: String, document: JSONValue)] {
      check.documents[kind].map { ($0.key, $0.value) }
    }
    try add("viewTypes", documents(.viewType), at: "/view-types/", client)
    try add("formats", documents(.format), at: "/formats/", client, onlyMissing: check.shippedFormats)
    try add("previewTemplates", documents(.preview), at: "/previews/", client)
    // Groups are not public, so all of them are sent, and the server compares them.
    let groups = check.documents[.group].sorted { $0.key < $1.key }
    lists.append(("groups", JSONObject(groups.map { ($0.key, $0.value) })))
  }

  /// Gets each document from the server, and adds those that are missing or different there.
  /// - Parameter onlyMissing: the names of documents of which the server can have others.
  private mutating func add(
    _ member: String, _ documents: [(name: String, document: JSONValue)], at path: String,
    _ client: AdminClient, onlyMissing: Set<String> = []
  ) throws {
    var list: JSONObject = [:]
    for (name, document) in documents.sorted(by: { $0.name < $1.name }) {
      let response = try client.send("GET", path + name)
      guard response.isSuccess || response.status == 404 || response.status == 410 else {
        Refusal(response).report()
        throw ExitCode(1)
      }
      let isKept = response.isSuccess && (onlyMissing.contains(name) || response.json == document)
      if !isKept { list[name] = document }
    }
    lists.append((member, list))
  }

  /// Creates a change set, or replaces the content of the one with this name.
  /// - Parameter timeToLive: the time after which the set is deleted, in seconds; nil to keep it.
  /// - Returns: the set as the server describes it.
  func send(
    to client: AdminClient, asSet name: String, timeToLive: Int?, message: String?
  ) throws -> ChangeSetDetails {
    var response: ClientResponse?
    for (number, body) in bodies(message: message, timeToLive: timeToLive).enumerated() {
      // The first part replaces the set's content; the others add to it.
      response = try client.sendExpectingSuccess(
        "PUT", "/admin/changesets/\(name)/content", parameters: number > 0 ? [("keep", "true")] : [],
        fields: message.map { [("Screen-Message", $0)] } ?? [], body: body)
    }
    guard let response else { throw CommandError("there is nothing to send").exit }
    return try client.decoded(response, as: ChangeSetDetails.self)
  }

  /// The largest size of the documents in one request, in bytes. A server accepts 1 MiB.
  private static let maximumBytes = 900 << 10

  /// The bodies of the requests that send all documents. There is always one.
  private func bodies(message: String?, timeToLive: Int?) -> [[UInt8]] {
    var start: JSONObject = [:]
    if let message { start["message"] = .string(message) }
    if let timeToLive { start["ttl"] = .number(JSONNumber(timeToLive)) }
    var bodies: [[UInt8]] = []
    var body = start
    var bytes = 0
    for (member, documents) in lists {
      for document in documents {
        let size = document.value.serialized().count + document.name.utf8.count + 8
        if bytes > 0, bytes + size > Self.maximumBytes {
          bodies.append(JSONValue.object(body).serialized())
          (body, bytes) = (start, 0)
        }
        var list = body[member]?.objectValue ?? [:]
        list[document.name] = document.value
        body[member] = .object(list)
        bytes += size
      }
    }
    return bodies + [JSONValue.object(body).serialized()]
  }
}

extension JSONObject {
  fileprivate init(_ members: [(String, JSONValue)]) {
    self.init()
    for (name, value) in members { self[name] = value }
  }
}
