public import Foundation

extension WireFormat {
  /// Creates a wire format from its document: the content of its file, or the response of `GET /formats/NAME`.
  /// - Throws: ``ScreenError`` with the code ``ScreenError/Code/invalidFormat``; `DecodingError` when the document is not JSON.
  public init(name: String, document: Data) throws {
    let value = try JSONDecoder.screenKit.decode(JSONValue.self, from: document)
    try self.init(name: name, describedBy: value, order: MemberOrder(document))
  }

  /// Creates a wire format from a file of `_formats/`. The file name without `.json` is the name of the format.
  /// - Throws: The file system's error; `DecodingError` when the file is not JSON; ``ScreenError`` when it
  ///   is not a wire format.
  public init(contentsOf file: URL) throws {
    try self.init(name: file.deletingPathExtension().lastPathComponent, document: Data(contentsOf: file))
  }
}
