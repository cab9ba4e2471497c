package import JSONText

/// Generates TypeScript source from view types: modules of ECMAScript without dependencies.
///
/// The result does not depend on the order of the view types.
package struct TypeScriptGenerator: Generator {
  package static let language = Language.typeScript
  package let files: [GeneratedFile]
  package let typeNames: [(viewType: String, typeName: String)]

  /// The largest number of members of an interface.
  private static let maximumMembers = 400

  /// Generates the source.
  /// - Parameters:
  ///   - viewTypes: The view types: a name and a JSON Schema (2020-12). When a name is repeated, the first counts. A
  ///     schema that no type can express becomes a `JSONValue`.
  ///   - formats: The wire formats that become constants.
  ///   - client: The client to add.
  package init(
    _ viewTypes: [(name: String, schema: JSONValue)], formats: FormatConstants, client: TypeScriptClient
  ) {
    let plan = TypePlan(viewTypes, maximumMembers: Self.maximumMembers)
    let declarations = NameAssignment.assign(to: plan.declarations, rules: TypeScriptNames.rules)
    let printer = TypeScriptDeclarationPrinter(declarations, viewTypes: plan.viewTypes)
    let content = TypeScriptContentPrinter(declarations: declarations, viewTypes: plan.viewTypes)
    var files = plan.viewTypes.indices.map { id in
      Self.file(declarations[id].name + ".ts") { printer.write(id, to: &$0) }
    }
    files.append(Self.file("ViewContent.ts") { content.write(to: &$0) })
    files.append(Self.file("index.ts") { content.writeIndex(with: client, to: &$0) })
    files.append(
      Self.file(TypeScriptWireFormat.name) {
        $0.lines(TypeScriptWireFormat.text)
        TypeScriptFormatPrinter(formats: formats).write(to: &$0)
      })
    for (name, text) in Self.support + client.files { files.append(Self.file(name) { $0.lines(text) }) }
    self.files = files.sorted { $0.name < $1.name }
    typeNames = plan.viewTypes.indices.map { (plan.viewTypes[$0], declarations[$0].name) }
  }

  /// The files that do not depend on the view types.
  private static let support = [
    (TypeScriptContentCoding.name, TypeScriptContentCoding.text),
    (TypeScriptDecodingProblem.name, TypeScriptDecodingProblem.text),
    (TypeScriptFormatParts.name, TypeScriptFormatParts.text),
    (TypeScriptFormatPaths.name, TypeScriptFormatPaths.text),
    (TypeScriptItemReader.name, TypeScriptItemReader.text), (TypeScriptScreen.name, TypeScriptScreen.text),
    (TypeScriptScreenReader.name, TypeScriptScreenReader.text),
    (TypeScriptValuePath.name, TypeScriptValuePath.text),
  ]

  private static func file(_ name: String, _ write: (inout SourceText) -> Void) -> GeneratedFile {
    var text = SourceText()
    text.line(language.header)
    text.line("")
    write(&text)
    return GeneratedFile(name: name, text: text.text)
  }
}
