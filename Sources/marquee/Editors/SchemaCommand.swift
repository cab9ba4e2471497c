import ArgumentParser
import ProgramOutput
import ScreenSchemas
import Screens

/// `marquee schema`.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the JSON Schemas of screens for editors.",
    discussion: """
      An editor that knows these schemas completes and checks the documents of a folder of screens. They are schemas of \
      draft-07 and know the folder's view types, formats and groups.

      With the name of a kind of documents, writes its schema. Without one, writes all schemas to .schema/ in the folder \
      of screens, and replaces only those that have changed; 'marquee serve --watch --write-schemas' keeps them up to \
      date.

      EXAMPLES:
        marquee schema
        marquee schema definition --output definition.schema.json
      """)

  @Argument(
    help: ArgumentHelp(
      "Kind of documents: \(FileKind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "name"))
  var kind: FileKind?

  @Option(
    help: ArgumentHelp("Folder of screens, which contains _types.", valueName: "folder"),
    completion: .directory)
  var screens = "screens"

  @Option(
    help: ArgumentHelp("File for the schema. (default: standard output)", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var output: String?

  func validate() throws {
    if kind == nil, output != nil {
      throw ValidationError("--output needs the name of one schema, such as 'marquee schema definition'")
    }
  }

  func run() throws {
    do {
      let schemas = try read()
      guard let kind else { return try writeAll(schemas) }
      let text = IndentedJSON.text(schemas.schema(of: kind))
      if let output {
        try OutputFile.write(Array((text + "\n").utf8), to: output)
      } else {
        StandardOutput.write(text)
      }
    } catch let error as CommandError {
      throw error.exit
    }
  }

  /// The schemas of the folder. Invalid files are left out: a mistake in a view type must not stop the editor's help.
  private func read() throws -> DocumentSchemas {
    let contents: FolderContents
    do throws(FolderError) {
      contents = try FolderContents(reading: screens)
    } catch {
      throw CommandError(error)
    }
    let check = FolderImport(checking: contents)
    for problem in check.problems where problem.path.contains("/_types/") {
      for line in problem.lines { StandardError.write(line) }
    }
    return DocumentSchemas(check.catalogue, routes: check.current.map(\.route.name))
  }

  private func writeAll(_ schemas: DocumentSchemas) throws {
    let folder = SchemaFolder(in: screens)
    let written: [String]
    do throws(SchemaFolder.WriteError) {
      written = try folder.update(schemas)
    } catch {
      throw CommandError(error.description)
    }
    StandardOutput.write(
      "\(folder.path): \(written.count) written, \(FileKind.allCases.count - written.count) unchanged")
  }
}

extension FileKind: ExpressibleByArgument {}
