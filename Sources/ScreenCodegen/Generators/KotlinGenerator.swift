package import JSONText

/// Generates Kotlin source for kotlinx.serialization from view types.
///
/// The result does not depend on the order of the view types.
package struct KotlinGenerator: Generator {
  package static let language = Language.kotlin
  package let files: [GeneratedFile]
  package let typeNames: [(viewType: String, typeName: String)]

  /// The largest number of members of a data class. A method of the JVM has at most 255 parameters, and a long
  /// integer counts as two (The Java Virtual Machine Specification §4.3.3).
  private static let maximumMembers = 100

  /// Generates the source.
  /// - Parameters:
  ///   - viewTypes: The view types: a name and a JSON Schema (2020-12). When a name is repeated, the first counts. A
  ///     schema that no type can express becomes a `JsonElement`.
  ///   - formats: The wire formats that become constants.
  ///   - package: The package of all files.
  ///   - client: The client to add.
  package init(
    _ viewTypes: [(name: String, schema: JSONValue)], formats: FormatConstants,
    package: KotlinPackage, client: KotlinClient
  ) {
    let plan = TypePlan(viewTypes, maximumMembers: Self.maximumMembers)
    let declarations = NameAssignment.assign(to: plan.declarations, rules: KotlinNames.rules)
    let printer = KotlinDeclarationPrinter(declarations, viewTypes: plan.viewTypes)
    var files = plan.viewTypes.indices.map { id in
      var body = SourceText()
      printer.write(id, to: &body)
      return GeneratedFile(
        name: declarations[id].name + ".kt",
        text: Self.text(body, imports: Self.imports(in: body.text), package: package))
    }
    var content = SourceText()
    KotlinContentPrinter(types: printer.types, viewTypes: plan.viewTypes).write(to: &content)
    files.append(
      GeneratedFile(
        name: "ViewContent.kt",
        text: Self.text(content, imports: ["kotlinx.serialization.json.JsonElement"], package: package)))
    var format = SourceText()
    KotlinFormatPrinter(formats: formats).write(to: &format)
    files.append(
      GeneratedFile(
        name: KotlinWireFormat.name,
        text: Self.text(format, imports: KotlinWireFormat.imports, package: package)))
    for (name, imports, text) in Self.support + client.files {
      var body = SourceText()
      body.lines(text)
      files.append(GeneratedFile(name: name, text: Self.text(body, imports: imports, package: package)))
    }
    self.files = files.sorted { $0.name < $1.name }
    typeNames = plan.viewTypes.indices.map {
      (plan.viewTypes[$0], KotlinNames.escaped(declarations[$0].name))
    }
  }

  /// The files that do not depend on the view types.
  private static let support = [
    (KotlinContentCoding.name, KotlinContentCoding.imports, KotlinContentCoding.text),
    (KotlinDecodingProblem.name, KotlinDecodingProblem.imports, KotlinDecodingProblem.text),
    (KotlinFormatPaths.name, KotlinFormatPaths.imports, KotlinFormatPaths.text),
    (KotlinItemReader.name, KotlinItemReader.imports, KotlinItemReader.text),
    (KotlinScreen.name, KotlinScreen.imports, KotlinScreen.text),
    (KotlinScreenReader.name, KotlinScreenReader.imports, KotlinScreenReader.text),
    (KotlinValuePath.name, KotlinValuePath.imports, KotlinValuePath.text),
  ]

  /// The imports of a view type's file. An import that the text does not need would be a warning in an editor.
  private static func imports(in text: String) -> [String] {
    ["kotlinx.serialization.Serializable", "kotlinx.serialization.json.JsonElement"]
      + ["JsonObject", "JsonPrimitive"].filter { text.contains($0) }.map {
        "kotlinx.serialization.json.\($0)"
      }
  }

  private static func text(_ body: SourceText, imports: [String], package: KotlinPackage) -> String {
    var text = SourceText()
    text.line(language.header)
    text.line("")
    text.line("package \(package.name)")
    text.line("")
    for name in imports { text.line("import \(name)") }
    if !imports.isEmpty { text.line("") }
    return text.text + body.text
  }
}
