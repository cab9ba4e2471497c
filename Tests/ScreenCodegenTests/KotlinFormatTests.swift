import BuiltPrograms
import Foundation
import JSONText
import ScreenCodegen
import TestFolders
import Testing

/// Generated Kotlin reads every wire format, as ScreenKit does.
@Suite struct KotlinFormatTests {
  @Test func `Kotlin makes the same screens of the fixtures as ScreenKit`() throws {
    guard let compiler = KotlinTests.compiler else {
      print("left out: compiled Kotlin; set KOTLIN to the folder that .ci/kotlin prints")
      return
    }
    let fixtures = try FormatFixture.all()
    let folder = try TemporaryFolder()
    let sets = FormatFixture.sets(fixtures)
    for set in sets {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("source/\(set.name)"), withIntermediateDirectories: true)
      let generator = KotlinGenerator(
        set.viewTypes, formats: FormatFixture.formats(fixtures),
        package: try #require(KotlinPackage("test.\(set.name)")), client: .none)
      for file in generator.files {
        _ = try folder.write(file.text, to: "source/\(set.name)/\(file.name)")
      }
      _ = try folder.write(
        Self.reading(set.name, set.viewTypes.map(\.name), fixtures), to: "source/\(set.name)/Reading.kt")
    }
    _ = try folder.write(Self.main(sets.map(\.name)), to: "source/Main.kt")
    let program = folder.url.appendingPathComponent("program.jar").path
    let compiled = try KotlinTests.compile(
      folder.url.appendingPathComponent("source").path, to: program, compiler: compiler)
    try #require(compiled.status == 0, "\(compiled.output.prefix(8_000))")
    let input = try folder.write(FormatFixture.input(fixtures), to: "fixtures")
    let outcome = try Program.run([compiler + "/kotlin", program, "test.MainKt", input])
    try #require(outcome.status == 0, "\(outcome.output.prefix(8_000))")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let checks = FormatFixture.refusals + ["Noodles top LINE-1 \"Hello\"", "WireFormat(paths)"]
    try FormatFixture.check(lines.dropLast(checks.count), fixtures)
    #expect(Array(lines.suffix(checks.count)) == checks)
  }

  /// The Kotlin that reads the fixtures of one set.
  private static func reading(_ set: String, _ viewTypes: [String], _ fixtures: [FormatFixture]) -> String {
    let branches = viewTypes.filter { $0 != "GROUP" }.map { name in
      "    is \(name.capitalized) -> put(\"content\", content.value)\n"
    }
    let group = """
          is Group -> {
            put("title", content.title)
            put("children", JsonArray(content.children.map(::described)))
            content.lead?.let { put("lead", JsonArray(listOf(described(it)))) }
          }

      """
    return #"""
      package test.\#(set)

      import kotlinx.serialization.json.JsonArray
      import kotlinx.serialization.json.JsonElement
      import kotlinx.serialization.json.JsonObject
      import kotlinx.serialization.json.JsonPrimitive
      import kotlinx.serialization.json.buildJsonObject
      import kotlinx.serialization.json.put

      private fun described(item: ScreenItem): JsonObject = buildJsonObject {
        put("id", item.id)
        put("viewType", item.viewType)
        when (val content = item.content) {
      \#(branches.joined())\#(viewTypes.contains("GROUP") ? group : "")
          is ViewContent.Unknown -> put("unknown", content.content)
        }
      }

      private fun described(items: List<ScreenItem>) = JsonArray(items.map(::described))

      public fun read(name: String, document: JsonElement, response: JsonElement): JsonElement {
        val screen = Screen.decode(response, WireFormat(name, document))
        check(Screen.decode(response, constants.getValue(name)) == screen)
        return buildJsonObject {
          screen.screenName?.let { put("name", it) }
          if (screen.values.isNotEmpty()) put("values", screen.values)
          put("sections", JsonArray(screen.sections.map { section ->
            buildJsonObject {
              put("id", section.id)
              section.header?.let { put("header", it) }
              section.footer?.let { put("footer", it) }
              if (section.values.isNotEmpty()) put("values", section.values)
              put("items", described(section.items))
            }
          }))
          if (screen.innerItems.isNotEmpty()) put("innerItems", described(screen.innerItems))
          put("problems", JsonArray(screen.problems.map { JsonPrimitive(it.substringBefore(": ")) }))
        }
      }

      private val constants = mapOf(
      \#(constants(fixtures).map { "  \"\($0.name)\" to WireFormat.\($0.constant),\n" }.joined()))
      """#
  }

  /// The names of the fixtures with those of their constants: `flat-by-id` is `flatById`.
  private static func constants(_ fixtures: [FormatFixture]) -> [(name: String, constant: String)] {
    fixtures.map { fixture in
      let words = fixture.name.split(separator: "-")
      return (fixture.name, (words.prefix(1) + words.dropFirst().map { Substring($0.capitalized) }).joined())
    }
  }

  private static func main(_ sets: [String]) -> String {
    let all = sets.first { $0.contains("GROUP") } ?? ""
    let branches = sets.map { "    \"\($0)\" -> test.\($0).read(name, parts[2], parts[3])\n" }
    return #"""
      package test

      import java.io.File
      import kotlinx.serialization.json.Json
      import kotlinx.serialization.json.JsonArray
      import kotlinx.serialization.json.JsonElement
      import kotlinx.serialization.json.jsonArray
      import kotlinx.serialization.json.jsonPrimitive
      import test.\#(all).Line
      import test.\#(all).Screen
      import test.\#(all).SectionFormat
      import test.\#(all).WireFormat

      private fun read(parts: JsonArray): JsonElement {
        val name = parts[1].jsonPrimitive.content
        return when (val set = parts[0].jsonPrimitive.content) {
      \#(branches.joined())
          else -> error(set)
        }
      }

      public fun main(arguments: Array<String>) {
        File(arguments[0]).forEachLine { println(read(Json.parseToJsonElement(it).jsonArray)) }
        val documents = Json.parseToJsonElement("""\#(FormatFixture.refused.text.replacing("$", with: "${'$'}"))""")
        for (document in documents.jsonArray) {
          try {
            WireFormat("x", document)
          } catch (failure: IllegalArgumentException) {
            println(failure.message)
          }
        }
        // The paths of a format, as earlier versions had them.
        val paths = WireFormat(
          "paths", listOf("a", "list"), listOf("t"), listOf("c", "d"), screenName = listOf("n"),
          section = SectionFormat(listOf("s"), id = listOf("i")),
        )
        val screen = Screen.decode("""{"n":"Noodles","a":{"list":[{"i":"top","s":[{"t":"LINE","c":{"d":"Hello"}}]}]}}""", paths)
        for (section in screen.sections) {
          for (item in section.items) {
            println("${screen.screenName} ${section.id} ${item.id} ${(item.content as Line).value}")
          }
        }
        println(paths)
      }
      """#
  }
}
