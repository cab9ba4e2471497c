import JSONText
import XMLText

/// A file of translations that is a JSON object.
struct JSONFile {
  private let document: JSONDocument
  let root: JSONObject

  init(_ bytes: [UInt8]) throws(TranslationFileError) {
    guard bytes.count <= XMLReader.maximumBytes else {
      throw TranslationFileError(
        nil, "the file is larger than \(XMLReader.maximumBytes >> 20) MiB", hint: "split it")
    }
    do throws(JSONSyntaxError) { document = try JSONDocument(bytes) } catch {
      throw TranslationFileError(error)
    }
    guard let object = document.value.objectValue else {
      throw TranslationFileError(
        document.position(of: .root), "the file is not a JSON object", hint: "name its format")
    }
    root = object
  }

  /// The error of the value at some names.
  func error(at path: String..., message: String, hint: String) -> TranslationFileError {
    TranslationFileError(document.position(of: JSONPointer(tokens: path)), message, hint: hint)
  }

  /// A text within the limits.
  func checked(_ text: String, at path: [String]) throws(TranslationFileError) -> String {
    guard text.utf8.count <= TranslationFile.maximumTextBytes else {
      throw TranslationFileError(
        document.position(of: JSONPointer(tokens: path)),
        "the text is longer than \(TranslationFile.maximumTextBytes >> 10) KiB", hint: "shorten it")
    }
    return text
  }

  /// The bytes of a file: indented, with a line feed at the end.
  static func written(_ object: JSONObject) -> [UInt8] {
    Array((JSONValue.object(object).indentedText + "\n").utf8)
  }
}

extension TranslationUnit {
  /// The place and the notes, for a format with one comment for each text.
  var comment: String { ([place] + notes).filter { !$0.isEmpty }.joined(separator: "\n") }
}
