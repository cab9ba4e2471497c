import BuiltPrograms
import Foundation
import JSONText
import ScreenCodegen
import TestFolders
import Testing

/// Generated TypeScript reads every wire format, as ScreenKit does.
@Suite struct TypeScriptFormatTests {
  @Test func `TypeScript makes the same screens of the fixtures as ScreenKit`() throws {
    guard try TypeScriptTests.isInstalled() else {
      print("left out: compiled TypeScript; install node-typescript and nodejs")
      return
    }
    let fixtures = try FormatFixture.all()
    let folder = try TemporaryFolder()
    let sets = FormatFixture.sets(fixtures)
    for set in sets {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("source/\(set.name)"), withIntermediateDirectories: true)
      let generator = TypeScriptGenerator(
        set.viewTypes, formats: FormatFixture.formats(fixtures), client: .none)
      for file in generator.files {
        _ = try folder.write(file.text, to: "source/\(set.name)/\(file.name)")
      }
    }
    let main = try folder.write(Self.main(sets.map(\.name)), to: "source/main.ts")
    let node = try folder.write(TypeScriptTests.declarationsOfNode, to: "source/node.d.ts")
    let output = folder.url.appendingPathComponent("program").path
    let compiled = try Program.run(["tsc"] + TypeScriptTests.options + ["--outDir", output, main, node])
    try #require(compiled.status == 0, "\(compiled.output.prefix(8_000))")
    _ = try folder.write(#"{"type":"module"}"#, to: "program/package.json")
    let input = try folder.write(FormatFixture.input(fixtures), to: "fixtures")
    let outcome = try Program.run(["node", output + "/main.js", input])
    try #require(outcome.status == 0, "\(outcome.output.prefix(8_000))")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try FormatFixture.check(lines.dropLast(Self.checks.count), fixtures)
    #expect(Array(lines.suffix(Self.checks.count)) == Self.checks)
  }

  /// What the program prints after the fixtures.
  private static let checks = FormatFixture.refusals + ["Noodles top LINE-1 Hello"]

  private static func main(_ sets: [String]) -> String {
    let imports = sets.map { "import * as \($0) from \"./\($0)/index.js\";\n" }.joined()
    let all = sets.first { $0.contains("GROUP") } ?? ""
    let branches = sets.map { set in
      """
          case "\(set)": {
            const constant = Object.values(\(set).wireFormats).find((format) => format.name === name);
            if (constant === undefined) throw new Error(name);
            const screen = \(set).decodeScreen(response, \(set).wireFormat(name, format));
            deepStrictEqual(\(set).decodeScreen(response, constant), screen);
            return screen;
          }

      """
    }
    return #"""
      import { readFileSync } from "node:fs";
      import { deepStrictEqual } from "node:assert";
      \#(imports)
      type JSONValue = \#(all).JSONValue;

      function decode(set: string, name: string, format: JSONValue, response: JSONValue): \#(all).Screen {
        switch (set) {
      \#(branches.joined())
          default: throw new Error(set);
        }
      }

      function described({ id, viewType, content }: \#(all).ScreenItem): JSONValue {
        switch (content.kind) {
          case "group": {
            const { title, children, lead } = content.content;
            const members = { id, viewType, title, children: children.map(described) };
            return lead === undefined ? members : { ...members, lead: [described(lead)] };
          }
          case "unknown": return { id, viewType, unknown: content.content };
          default: return { id, viewType, content: content.content.value };
        }
      }

      function orNone(values: { [name: string]: JSONValue }): { [name: string]: JSONValue } | undefined {
        return Object.keys(values).length === 0 ? undefined : values;
      }

      for (const line of readFileSync(process.argv[2] ?? "", "utf8").split("\n")) {
        const [set, name, format, response] = JSON.parse(line);
        const screen = decode(set, name, format, response);
        console.log(JSON.stringify({
          name: screen.screenName,
          values: orNone(screen.values),
          sections: screen.sections.map(({ id, header, footer, values, items }) => ({
            id, header, footer, values: orNone(values), items: items.map(described),
          })),
          innerItems: screen.innerItems.length === 0 ? undefined : screen.innerItems.map(described),
          problems: screen.problems.map((problem) => problem.split(": ")[0]),
        }));
      }

      const documents: JSONValue[] = \#(FormatFixture.refused.text);
      for (const document of documents) {
        try {
          \#(all).wireFormat("x", document);
        } catch (error) {
          if (error instanceof Error) console.log(error.message);
        }
      }
      // The paths of a format, as earlier versions had them.
      const paths: \#(all).WireFormat = {
        name: "paths", list: ["a", "list"], viewType: ["t"], content: ["c", "d"], screenName: ["n"],
        section: { items: ["s"], id: ["i"] },
      };
      const screen = \#(all).decodeScreen(
        { n: "Noodles", a: { list: [{ i: "top", s: [{ t: "LINE", c: { d: "Hello" } }] }] } }, paths);
      for (const { id, items } of screen.sections) {
        for (const { id: item, content } of items) {
          if (content.kind === "line") console.log(`${screen.screenName} ${id} ${item} ${content.content.value}`);
        }
      }
      """#
  }
}
