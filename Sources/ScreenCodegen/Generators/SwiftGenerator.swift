package import JSONText

/// Generates Swift source from view types.
///
/// The result does not depend on the order of the view types.
package struct SwiftGenerator: Generator {
  package static let language = Language.swift
  package let files: [GeneratedFile]
  package let typeNames: [(viewType: String, typeName: String)]

  /// The largest number of members of a struct.
  private static let maximumMembers = 400

  /// Generates the source.
  /// - Parameter viewTypes: The view types: a name and a JSON Schema (2020-12). When a name is repeated, the
  ///   first counts. A schema that Swift cannot express becomes a JSON value.
  package init(_ viewTypes: [(name: String, schema: JSONValue)]) {
    let plan = TypePlan(viewTypes, maximumMembers: Self.maximumMembers)
    let declarations = NameAssignment.assign(
      to: SwiftLayout.breakCycles(in: plan.declarations), rules: SwiftNames.rules)
    let printer = SwiftDeclarationPrinter(declarations, viewTypes: plan.viewTypes)
    let registry = SwiftRegistryPrinter(declarations: declarations, viewTypes: plan.viewTypes)
    var files = plan.viewTypes.indices.map { id in
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
    typeNames = plan.viewTypes.indices.map { (plan.viewTypes[$0], declarations[$0].name) }
  }

  /// Returns the beginning of each file.
  private static func header() -> SourceText {
    var text = SourceText()
    text.line(language.header)
    text.line("")
    text.line("import Foundation")
    text.line("import ScreenKit")
    text.line("")
    return text
  }
}
