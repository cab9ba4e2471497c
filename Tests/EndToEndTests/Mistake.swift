/// A mistake that the author of a screen makes, and all that `marquee validate` says of it.
struct Mistake: Sendable {
  /// The name of the file, which says what the mistake is. Without an ending it is a `.json` file.
  let file: String
  let bytes: [UInt8]
  /// The lines of the report that are about the file; none for a file that is right, and there for others.
  let output: String

  init(_ file: String, bytes: [UInt8], _ output: String) {
    self.file = file
    self.bytes = bytes
    self.output = output
  }

  init(_ file: String, _ text: String, _ output: String) {
    self.init(file, bytes: Array(text.utf8), output)
  }

  /// Content of an item.
  init(_ file: String, viewType: String, content: String, _ output: String) {
    self.init(
      file,
      """
      { "items": [
        { "viewType": "\(viewType)", "content":
          \(content) }
      ] }
      """, output)
  }

  /// Members of an experiment on two items, beside its key and its variants.
  init(_ file: String, experiment members: String, _ output: String) {
    self.init(
      file, members: "\(members),\n    \"variants\": [ { \"key\": \"control\" }, { \"key\": \"other\" } ]",
      output)
  }

  /// The variants of such an experiment.
  init(_ file: String, variants: String, _ output: String) {
    self.init(file, members: "\"variants\": [\n    \(variants)\n  ]", output)
  }

  /// What its second variant changes.
  init(_ file: String, change: String, _ output: String) {
    self.init(
      file,
      members: """
        "variants": [ { "key": "control" }, { "key": "other", "changes": [
            \(change)
          ] } ]
        """, output)
  }

  private init(_ file: String, members: String, _ output: String) {
    self.init(
      file,
      """
      {
        "items": [
          { "id": "a", "viewType": "ONE_LINE_TEXT", "content": { "text1": "A" } },
          { "id": "b", "viewType": "ONE_LINE_TEXT", "content": { "text1": "B" } }
        ],
        "experiment": { "key": "\(file)", \(members) }
      }
      """, output)
  }

  /// Where the file stands in the test's folder.
  var path: String { "screens/" + (file.contains(".") ? file : file + ".json") }
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Mistakes of one subject, found in one run of the program.
struct MistakeGroup: Sendable, CustomStringConvertible {
  let description: String
  let mistakes: [Mistake]

  static let all = [
    MistakeGroup(description: "punctuation", mistakes: Mistake.punctuation),
    MistakeGroup(description: "characters", mistakes: Mistake.characters),
    MistakeGroup(description: "definitions", mistakes: Mistake.definitions),
    MistakeGroup(description: "items", mistakes: Mistake.items),
    MistakeGroup(description: "sections", mistakes: Mistake.sections),
    MistakeGroup(description: "content", mistakes: Mistake.content),
    MistakeGroup(description: "nested content", mistakes: Mistake.nested),
    MistakeGroup(description: "experiments", mistakes: Mistake.experiments),
    MistakeGroup(description: "changes", mistakes: Mistake.changes),
    MistakeGroup(description: "conditions", mistakes: Mistake.conditions),
    MistakeGroup(description: "fallbacks", mistakes: Mistake.fallbacks),
    MistakeGroup(description: "view types", mistakes: Mistake.schemas),
    MistakeGroup(description: "wire formats", mistakes: Mistake.formats),
    MistakeGroup(description: "names of files", mistakes: Mistake.names),
  ]
}
