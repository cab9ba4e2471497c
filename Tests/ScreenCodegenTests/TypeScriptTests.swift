import BuiltPrograms
import Foundation
import JSONText
import ScreenCodegen
import TestFolders
import Testing

@Suite struct TypeScriptTests {
  /// Whether the compiler and Node.js are installed.
  static func isInstalled() throws -> Bool {
    try Program.run(["tsc", "--version"]).status == 0 && Program.run(["node", "--version"]).status == 0
  }

  /// The compiler's strictest options, so that the code fits into any project.
  static let options = [
    "--strict", "--noUnusedLocals", "--noUnusedParameters", "--noImplicitReturns",
    "--noFallthroughCasesInSwitch",
    "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--isolatedModules", "--target", "ES2020",
    "--lib",
    "ES2020,DOM", "--module", "ES2020",
  ]

  /// The program of all sets, with the shipped view types' client, which other tests run, too.
  static let program = Result { try isInstalled() ? try compileAll() : nil }

  @Test func `TypeScript decodes every content and encodes it equally`() throws {
    guard let program = try Self.program.get() else {
      print("left out: compiled TypeScript; install node-typescript and nodejs")
      return
    }
    let sets = try RoundTripSet.all()
    let folder = try TemporaryFolder()
    let screens = try ServedScreen.all()
    let input = try folder.write(RoundTripSet.input(sets), to: "contents")
    let bodies = try folder.write(ServedScreen.input(screens), to: "screens")
    let outcome = try Program.run(program.command("/main.js") + [input, bodies])
    try #require(outcome.status == 0, "\(outcome.output.prefix(8_000))")
    let results = outcome.output.split(separator: "\n").map(String.init)
    let contents = sets.flatMap(\.contents)
    let expected = screens.map(\.line) + Self.checks
    try #require(results.count == contents.count + expected.count)
    for (result, content) in zip(results, contents) {
      let again = try? JSONParser.parse(result)
      #expect(again?.rounded.isEquivalent(to: content.content.rounded) == true, "\(content) \(result)")
    }
    #expect(Array(results.suffix(expected.count)) == expected)
  }

  private static func compileAll() throws -> CompiledProgram {
    let sets = try RoundTripSet.all()
    let folder = try TemporaryFolder()
    for set in sets {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("source/\(set.name)"), withIntermediateDirectories: true)
      let generator = TypeScriptGenerator(
        set.viewTypes, formats: .shipped, client: set.name == "shipped" ? .fetch : .none)
      for file in generator.files {
        _ = try folder.write(file.text, to: "source/\(set.name)/\(file.name)")
      }
    }
    var files = [
      try folder.write(Self.main(sets), to: "source/main.ts"),
      try folder.write(ClientProgram.typeScript, to: "source/client.ts"),
      try folder.write(Self.declarationsOfNode, to: "source/node.d.ts"),
    ]
    for article in ["MoveYourWebApp", "ShowScreensInTypeScript"] {
      let examples = try Article.blocks("typescript", of: article).joined(separator: "\n")
      files.append(
        try folder.write(examples.replacing("./generated/", with: "./shipped/"), to: "source/\(article).ts"))
    }
    let output = folder.url.appendingPathComponent("program").path
    let compiled = try Program.run(["tsc"] + Self.options + ["--outDir", output] + files)
    try #require(compiled.status == 0, "\(compiled.output.prefix(8_000))")
    _ = try folder.write(#"{"type":"module"}"#, to: "program/package.json")
    return CompiledProgram(folder: folder, prefix: ["node", output])
  }

  /// What the program prints after the contents.
  private static let checks = [
    "welcome 2 TITLE-1 TITLE-2", "/contents/1/section/badges/0/text: expected a string, found 1",
    "/contents/2: the view type \"NEW\" is not known", "new", "[1,{}]",
    "/text1: expected a string, found null",
    "/amount: expected a number that a double holds, found Infinity", "NaN is not a number of JSON",
  ]

  static let declarationsOfNode = """
    declare module "node:fs" {
      export function existsSync(path: string): boolean;
      export function readFileSync(path: string, encoding: "utf8"): string;
      export function renameSync(path: string, newPath: string): void;
      export function writeFileSync(path: string, text: string): void;
    }
    declare module "node:assert" { export function deepStrictEqual(one: unknown, other: unknown): void; }
    declare module "node:readline" { export function createInterface(options: object): AsyncIterable<string>; }
    declare const process: { argv: string[]; stdin: unknown; pid: number; kill(pid: number, signal: string): void };
    """

  private static func main(_ sets: [RoundTripSet]) -> String {
    let imports = sets.map { "import * as \($0.name) from \"./\($0.name)/index.js\";\n" }.joined()
    let branches = sets.map { set in
      """
          case "\(set.name)": {
            const once = \(set.name).decodeViewContent(viewType, content);
            if (once.kind === "unknown") throw new Error("unknown");
            const json = \(set.name).encodeViewContent(once);
            deepStrictEqual(\(set.name).decodeViewContent(viewType, json), once);
            return json;
          }

      """
    }
    return #"""
      import { readFileSync } from "node:fs";
      import { deepStrictEqual } from "node:assert";
      \#(imports)
      function again(set: string, viewType: string, content: shipped.JSONValue): shipped.JSONValue {
        switch (set) {
      \#(branches.joined())
          default: throw new Error(set);
        }
      }

      for (const line of readFileSync(process.argv[2] ?? "", "utf8").split("\n")) {
        const [set, viewType, content] = JSON.parse(line);
        try {
          console.log(JSON.stringify(again(set, viewType, content)));
        } catch (error) {
          console.log(`! ${error}`);
        }
      }
      for (const line of readFileSync(process.argv[3] ?? "", "utf8").split("\n")) {
        const [name, body] = JSON.parse(line);
        const format = Object.values(shipped.wireFormats).find((format) => format.name === name);
        if (format === undefined) throw new Error(name);
        const { problems, sections } = shipped.decodeScreen(body, format);
        const viewTypes = sections.flatMap((section) => section.items).map((item) => item.viewType);
        console.log(`${problems.length} ${viewTypes.join(" ")}`);
      }
      const screen = shipped.decodeScreen({
        screenName: "welcome",
        contents: [
          { sectionComponentType: "TITLE", section: { badges: [{ text: "new" }] } },
          { sectionComponentType: "TITLE", section: { badges: [{ text: 1 }] } },
          { sectionComponentType: "NEW", section: [1, {}] },
        ],
      }, shipped.wireFormats.contents);
      const [first, second, third] = screen.sections.flatMap((section) => section.items);
      console.log(`${screen.screenName} ${screen.problems.length} ${first?.id} ${second?.id}`);
      screen.problems.forEach((problem) => console.log(problem));
      if (first?.content.kind === "title") console.log(first.content.content.badges[0]?.text ?? "");
      if (third?.content.kind === "unknown") console.log(JSON.stringify(third.content.content));
      try {
        shipped.decodeOneLineText({ text1: null });
      } catch (error) {
        if (error instanceof shipped.ContentError) console.log(error.message);
      }
      try {
        bounds.decodePrice(JSON.parse('{"amount":1e400}'));
      } catch (error) {
        if (error instanceof bounds.ContentError) console.log(error.message);
      }
      try {
        bounds.encodePrice({ amount: NaN });
      } catch (error) {
        if (error instanceof bounds.ContentError) console.log(error.message);
      }
      """#
  }
}

extension JSONValue {
  /// The value with the numbers that JavaScript has.
  fileprivate var rounded: JSONValue {
    switch self {
    case .number(let number): JSONNumber(number.doubleValue).map { .number($0) } ?? self
    case .array(let elements): .array(elements.map(\.rounded))
    case .object(let object):
      .object(object.reduce(into: JSONObject()) { $0[$1.name] = $1.value.rounded })
    default: self
    }
  }
}
