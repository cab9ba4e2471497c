import Foundation
import JSONText
import TestFolders
import Testing

/// A view type whose members are described in the file of another one.
@Suite final class ReferencesAcrossFilesTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(
      """
      {
        "type": "object", "required": ["label"],
        "properties": { "label": { "$ref": "LABEL.json" }, "tags": { "items": { "$ref": "LABEL.json#tag" } } }
      }
      """, to: "screens/_types/LINK.json")
    try folder.write(
      """
      {
        "description": "A text and its size.", "type": "object", "required": ["text"],
        "properties": {
          "text": { "type": "string", "description": "What people read." },
          "size": { "type": "integer", "minimum": 8, "description": "The height in points." }
        },
        "$defs": { "tag": { "$anchor": "tag", "properties": { "tint": { "type": "string" } } } }
      }
      """, to: "screens/_types/LABEL.json")
  }

  @Test func `the hints of marquee validate come from the file that a reference names`() async throws {
    try folder.write(
      #"{"items":[{"viewType":"LINK","content":{"label":{"size":4}}}]}"#, to: "screens/links.json")
    let run = try await Program.run(["validate", "screens/links.json"], in: folder)
    #expect(run.status == 1)
    #expect(run.output.contains(#"the schema describes it as "What people read""#), "\(run.output)")
    #expect(run.output.contains(#"the schema describes it as "The height in points""#), "\(run.output)")
    try folder.write(#"{"items":[{"viewType":"LINK","content":{"label":5}}]}"#, to: "screens/links.json")
    let wrong = try await Program.run(["validate", "screens/links.json"], in: folder)
    #expect(wrong.output.contains(#"an object with "text""#), "\(wrong.output)")
  }

  @Test func `marquee lsp proposes and describes the members of the file that a reference names`()
    async throws
  {
    let client = try LanguageClient(in: folder)
    _ = try client.request(1, "initialize", ["capabilities": [:]])
    try client.notify("initialized")
    func place(_ path: String, _ text: String, character: Int) throws -> JSONValue {
      let uri = JSONValue.string(
        folder.url.resolvingSymlinksInPath().appending(path: path).absoluteString)
      try client.notify(
        "textDocument/didOpen",
        ["textDocument": ["uri": uri, "languageId": "json", "version": 1, "text": .string(text)]])
      return [
        "textDocument": ["uri": uri],
        "position": ["line": 0, "character": .number(JSONNumber(character))],
      ]
    }
    let template = try place("screens/_previews/LINK.json", #"{"text":"$"}"#, character: 10)
    let paths = try client.result(2, "textDocument/completion", template)?.arrayValue ?? []
    #expect(
      Set(["$label", "$label.text", "$tint", "$tags"]).isSubset(
        of: paths.compactMap { $0["label"]?.stringValue }))

    let name = try place("screens/links.json", #"{"items":[{"viewType":"LINK","content":{"#, character: 24)
    let text = try client.result(3, "textDocument/hover", name)?["contents"]?["value"]
    #expect(
      text?.stringValue?.contains("- `label` (required): A text and its size.") == true, "\(text ?? .null)")
    let members = try place("screens/more.json", #"{"items":[{"viewType":"LINK","content":{"#, character: 40)
    let proposals = try client.result(4, "textDocument/completion", members)?.arrayValue ?? []
    let label = proposals.first { $0["label"] == "label" }
    #expect(label?["documentation"] == "A text and its size.", "\(proposals)")
  }
}

extension LanguageClient {
  /// The result of a request, behind the notifications that come before it.
  fileprivate func result(_ id: Int, _ method: String, _ params: JSONValue) throws -> JSONValue? {
    var message = try request(id, method, params)
    while message["id"] == nil { message = try receive() }
    return message["result"]
  }
}
