import BuiltPrograms
import Foundation
import JSONText
import ScreenCodegen
import TestFolders
import Testing

@Suite struct KotlinTests {
  /// The folder that `.ci/kotlin` prints; nil without one.
  static let compiler = ProcessInfo.processInfo.environment["KOTLIN"].flatMap {
    $0.isEmpty ? nil : $0
  }

  /// The program of all sets, with the shipped view types' client, which other tests run, too. The compiler takes long.
  static let program = Result { try compiler.map { try Self.compileAll($0) } }

  @Test func `Kotlin decodes every content and encodes it equally`() throws {
    guard let program = try Self.program.get() else {
      print("left out: compiled Kotlin; set KOTLIN to the folder that .ci/kotlin prints")
      return
    }
    let sets = try Self.sets()
    let folder = try TemporaryFolder()
    let screens = try ServedScreen.all()
    let input = try folder.write(RoundTripSet.input(sets), to: "contents")
    let bodies = try folder.write(ServedScreen.input(screens), to: "screens")
    let outcome = try Program.run(program.command("test.MainKt") + [input, bodies])
    try #require(outcome.status == 0, "\(outcome.output.prefix(8_000))")
    let results = outcome.output.split(separator: "\n").map(String.init)
    let contents = sets.flatMap(\.contents)
    let expected = screens.map(\.line) + Self.checks
    try #require(results.count == contents.count + expected.count)
    for (result, content) in zip(results, contents) {
      #expect(
        (try? JSONParser.parse(result))?.isEquivalent(to: content.content) == true, "\(content) \(result)")
    }
    #expect(Array(results.suffix(expected.count)) == expected)
  }

  private static func sets() throws -> [RoundTripSet] {
    try RoundTripSet.all().compactMap(\.withContentsOnly)
  }

  private static func compileAll(_ compiler: String) throws -> CompiledProgram {
    let sets = try sets()
    let folder = try TemporaryFolder()
    for set in sets {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("source/\(set.name)"), withIntermediateDirectories: true)
      let package = try #require(KotlinPackage("test.\(set.name)"))
      let generator = KotlinGenerator(
        set.viewTypes, formats: .shipped, package: package, client: set.name == "shipped" ? .jvm : .none)
      for file in generator.files {
        _ = try folder.write(file.text, to: "source/\(set.name)/\(file.name)")
      }
    }
    _ = try folder.write(Self.main(sets), to: "source/Main.kt")
    _ = try folder.write(ClientProgram.kotlin, to: "source/Client.kt")
    let android = KotlinGenerator(
      [], formats: .shipped, package: try #require(KotlinPackage("test.shipped")), client: .android)
    let transport = try #require(android.files.first { $0.name == "PlatformTransport.kt" })
    _ = try folder.write(
      transport.text.replacing("PlatformTransport", with: "AndroidTransport"),
      to: "source/shipped/AndroidTransport.kt")
    _ = try folder.write(try Self.documentation(), to: "source/Documentation.kt")
    let program = folder.url.appendingPathComponent("program.jar").path
    let compiled = try Self.compile(
      folder.url.appendingPathComponent("source").path, to: program, compiler: compiler)
    try #require(compiled.status == 0, "\(compiled.output.prefix(8_000))")
    return CompiledProgram(folder: folder, prefix: [compiler + "/kotlin", program])
  }

  /// Compiles a folder into a program. Warnings are errors.
  static func compile(_ source: String, to program: String, compiler: String) throws -> Toolchain.Outcome {
    try Program.run([compiler + "/kotlinc", "-Werror", "-Xexplicit-api=strict", "-d", program, source])
  }

  /// What the program prints after the contents.
  private static let checks = [
    "welcome 2 TITLE-1 TITLE-2", "/contents/1/section/badges/0/text: expected a string, found a number",
    "/contents/2: the view type \"NEW\" is not known",
    "Badge(badgeImage=null, text=new, additionalMembers={})",
    "[1,{}]", "/text1: expected a string, found null",
    "/amount: expected a number that a Double holds, found 1e400", "NaN is not a number of JSON",
  ]

  /// The Kotlin of the documentation. It is in an object, because it does not say what is public.
  private static func documentation() throws -> String {
    let blocks = try ["MoveYourAndroidApp", "ShowScreensInKotlin"].flatMap {
      try Article.blocks("kotlin", of: $0)
    }
    let lines = blocks.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.filter { $0.hasPrefix("import ") && !$0.hasPrefix("import com.example.screens.") }
    let code = lines.filter { !$0.hasPrefix("import ") }
    try #require(code.count > 20)
    return "package test.shipped\n\n\(Set(imports).sorted().joined(separator: "\n"))\n"
      + "private object Documentation {\n\(code.joined(separator: "\n"))\n}\n"
  }

  private static func main(_ sets: [RoundTripSet]) -> String {
    let branches = sets.map { set in
      """
          "\(set.name)" -> {
            val once = test.\(set.name).ViewContent.of(viewType, content)
            check(once !is test.\(set.name).ViewContent.Unknown)
            val json = test.\(set.name).ViewContent.toJson(once)
            check(test.\(set.name).ViewContent.of(viewType, json) == once)
            json
          }

      """
    }
    return #"""
      package test

      import java.io.File
      import kotlinx.serialization.decodeFromString
      import kotlinx.serialization.json.Json
      import kotlinx.serialization.json.JsonElement
      import kotlinx.serialization.json.jsonArray
      import kotlinx.serialization.json.jsonPrimitive
      import test.shipped.ContentException
      import test.shipped.OneLineText
      import test.shipped.Screen
      import test.shipped.Title
      import test.shipped.ViewContent
      import test.shipped.WireFormat

      private fun again(set: String, viewType: String, content: JsonElement): JsonElement = when (set) {
      \#(branches.joined())
          else -> error(set)
      }

      public fun main(arguments: Array<String>) {
        File(arguments[0]).forEachLine { line ->
          val parts = Json.parseToJsonElement(line).jsonArray
          try {
            println(again(parts[0].jsonPrimitive.content, parts[1].jsonPrimitive.content, parts[2]))
          } catch (failure: Exception) {
            println("! $failure")
          }
        }
        val formats = with(WireFormat) { listOf(viewItems, contents, responseData, sections, screen) }
        File(arguments[1]).forEachLine { line ->
          val parts = Json.parseToJsonElement(line).jsonArray
          val format = formats.single { it.name == parts[0].jsonPrimitive.content }
          val screen = Screen.decode(parts[1], format)
          println("${screen.problems.size} ${screen.items.joinToString(" ") { it.viewType }}")
        }
        val badge = """{"badges":[{"text":"new"}]}"""
        val body = """{"screenName":"welcome","contents":[{"sectionComponentType":"TITLE","section":$badge},
          {"sectionComponentType":"TITLE","section":{"badges":[{"text":1}]}},
          {"sectionComponentType":"NEW","section":[1,{}]}]}"""
        val screen = Screen.decode(body, WireFormat.contents)
        println("${screen.screenName} ${screen.problems.size} ${screen.items[0].id} ${screen.items[1].id}")
        screen.problems.forEach(::println)
        println((screen.items[0].content as Title).badges.single())
        println((screen.items[2].content as ViewContent.Unknown).content)
        try {
          println(Json.decodeFromString<OneLineText>("""{"text1":null}"""))
        } catch (failure: ContentException) {
          println(failure.message)
        }
        try {
          println(test.bounds.ViewContent.of("PRICE", Json.parseToJsonElement("""{"amount":1e400}""")))
        } catch (failure: test.bounds.ContentException) {
          println(failure.message)
        }
        try {
          println(test.bounds.ViewContent.toJson(test.bounds.Price(amount = Double.NaN)))
        } catch (failure: test.bounds.ContentException) {
          println(failure.message)
        }
      }
      """#
  }
}
