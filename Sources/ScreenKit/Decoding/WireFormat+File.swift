public import Foundation

extension WireFormat {
  /// Compiles the document of a format, as it stands in its file and as the server answers it at `/formats/NAME`.
  /// - Throws: `DecodingError` when it is not JSON, or ``WireFormatError``.
  public init(name: String, document: Data) throws {
    try self.init(name: name, describedBy: JSONDecoder.screenKit.decode(JSONValue.self, from: document))
  }

  /// Compiles a file of `_formats/`, whose name is the format's name and `.json`.
  public init(contentsOf file: URL) throws {
    try self.init(name: file.deletingPathExtension().lastPathComponent, document: Data(contentsOf: file))
  }
}
