/// Source that was generated from view types.
package protocol Generator: Sendable {
  static var language: Language { get }
  /// The files, sorted by name.
  var files: [GeneratedFile] { get }
  /// The name of the type of each view type's content.
  var typeNames: [(viewType: String, typeName: String)] { get }
}
