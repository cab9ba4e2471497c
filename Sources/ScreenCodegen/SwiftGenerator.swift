package import JSONText

/// Turns view types into Swift.
///
/// The same view types give the same files, in whatever order they come.
package struct SwiftGenerator: Sendable {
  /// The files, by name.
  package let files: [GeneratedFile]
  /// The Swift type of each view type's content, by view type.
  package let typeNames: [(viewType: String, typeName: String)]

  /// - Parameter viewTypes: each name once (of two that are the same, the first counts), with a schema of JSON
  ///   Schema 2020-12; whatever it says, there is an answer.
  package init(_ viewTypes: [(name: String, schema: JSONValue)]) {
    var seen: Set<ExactString> = []
    let sorted = viewTypes.filter { seen.insert(ExactString($0.name)).inserted }
      .sorted { $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars) }
    let planned = RecursionBreaker.breaking(Planner(sorted).declarations)
    let declarations = NameAssignment.assign(to: planned)
    let printer = DeclarationPrinter(declarations, viewTypes: sorted.map(\.name))
    let registry = RegistryPrinter(declarations: declarations, viewTypes: sorted.map(\.name))
    var files = sorted.indices.map { id in
      var text = Self.start()
      printer.write(id, to: &text)
      return GeneratedFile(name: declarations[id].name + ".swift", text: text.text)
    }
    var content = Self.start()
    registry.writeContent(to: &content)
    files.append(GeneratedFile(name: "ViewContent.swift", text: content.text))
    var generated = Self.start()
    registry.writeRegistry(to: &generated)
    files.append(GeneratedFile(name: "ViewRegistry+Generated.swift", text: generated.text))
    self.files = files.sorted { $0.name < $1.name }
    typeNames = sorted.indices.map { (sorted[$0].name, declarations[$0].name) }
  }

  private static func start() -> SwiftText {
    var text = SwiftText()
    text.line(GeneratedFile.header)
    text.line("")
    text.line("import Foundation")
    text.line("import ScreenKit")
    text.line("")
    return text
  }
}
