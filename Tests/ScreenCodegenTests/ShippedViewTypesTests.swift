import JSONText
import ScreenCodegen
import SeededRandom
import Testing

@Suite struct ShippedViewTypesTests {
  @Test func `the order of view types does not matter`() throws {
    let viewTypes = try ShippedViewTypes.read()
    let files = SwiftGenerator(viewTypes).files
    #expect(files.count == viewTypes.count + 2)
    #expect(SwiftGenerator(viewTypes.reversed()).files == files)
    var random = SplitMix64(seed: 3)
    #expect(SwiftGenerator(viewTypes.shuffled(using: &random)).files == files)
  }

  @Test func `generated types decode what is served and keep what is unknown`() throws {
    let program = try RoundTripProgram(SwiftGenerator(try ShippedViewTypes.read()))
    let contents = ShippedViewTypes.contents
    let results = try program.run(contents)
    try #require(results.count == contents.count)
    for (result, content) in zip(results, contents) {
      #expect((try? JSONParser.parse(result))?.isEquivalent(to: content.content) == true, "\(result)")
    }
    let refused = try program.run([("ONE_LINE_TEXT", ["text1": 1]), ("TITLE", [:])])
    #expect(refused.allSatisfy { $0.hasPrefix("!") } && refused.count == 2)
  }
}
