package import JSONText

/// Generates Swift source from view types.
///
/// The result does not depend on the order of the view types.
package struct SwiftGenerator: Sendable {
  /// The files, sorted by name.
  package let files: [GeneratedFile]
  /// The name of the Swift type of each view type's content.
  package let typeNames: [(viewType: String, typeName: String)]

  /// Generates the source.
  /// - Parameter viewTypes: The view types: a name and a JSON Schema (2020-12). When a name is repeated, the
  ///   first counts. A schema that Swift cannot express becomes a JSON value.
  package init(_ viewTypes: [(name: String, schema: JSONValue)]) {
    var seen: Set<ExactString> = []
    let sorted = viewTypes.filter { seen.insert(ExactString($0.name)).inserted }
      .sorted { $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars) }
    let planned = RecursionBreaker.breakCycles(in: Planner(sorted).declarations)
    let declarations = NameAssignment.assign(to: planned)
    let printer = DeclarationPrinter(declarations, viewTypes: sorted.map(\.name))
    let registry = RegistryPrinter(declarations: declarations, viewTypes: sorted.map(\.name))
    var files = sorted.indices.map { id in
      var text = Self.header()
      printer.write(id, to: &text)
      return GeneratedFile(name: declarations[id].name + ".swift", text: text.text)
    }
    var content = Self.header()
    registry.writeContent(to: &content)
    files.append(GeneratedFile(name: "ViewContent.swift", text: content.text))
    var generated = Self.header()
    registry.writeRegistry(to: &generated)
    files.append(GeneratedFile(name: "ViewRegistry+Generated.swift", text: generated.text))
    self.files = files.sorted { $0.name < $1.name }
    typeNames = sorted.indices.map { (sorted[$0].name, declarations[$0].name) }
  }

  /// Returns the beginning of each file.
  private static func header() -> SwiftText {
    var text = SwiftText()
    text.line(GeneratedFile.header)
    text.line("")
    text.line("import Foundation")
    text.line("import ScreenKit")
    text.line("")
    return text
  }
}
