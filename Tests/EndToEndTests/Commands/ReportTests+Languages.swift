import Foundation
import JSONText
import TestFolders
import Testing

/// What a change leaves without a translation.
extension ReportTests {
  @Test func `each language that a change leaves behind has a column`() async throws {
    for top in ["before", "screens"] {
      try folder.write(#"{"default":"en","languages":["en","ko","de","fr"]}"#, to: "\(top)/_languages.json")
      for (language, words) in [("ko", "아침"), ("de", "Frühstück")] {
        try folder.write(
          #"{"units":[{"item":"a","at":"/text1","source":"Breakfast","text":"\#(words)"}]}"#,
          to: "\(top)/_translations/\(language)/meals.json")
      }
      try folder.write(Self.meals(["Breakfast"]), to: "\(top)/meals.json")
    }
    try folder.write(Self.meals(["Brunch", "Dinner"]), to: "screens/meals.json")
    try folder.write(
      #"{"units":[{"item":"a","at":"/text1","source":"Brunch","text":"브런치"}]}"#,
      to: "screens/_translations/ko/meals.json")
    let outcome = try await report("--fail-on", "untranslated")
    #expect(outcome.status == 1)
    for line in [
      "screens/meals: 1 text without a translation into ko\n",
      "screens/meals: 2 texts without a translation into de, 1 of them stale\n",
      // All texts were missing in French before, and the new one is, too.
      "screens/meals: 2 texts without a translation into fr\n",
      ", 5 texts without a translation\n",
    ] {
      #expect(outcome.output.contains(line), "\(outcome.output)")
    }
    // A report in a language shows other words, and counts the same texts.
    let korean = try await report("--fail-on", "untranslated", "--locale", "ko")
    #expect(korean.status == 1)
    func missing(_ outcome: Program.Outcome) -> [String] {
      outcome.outputLines.filter { $0.contains("without a translation") }
    }
    #expect(missing(korean) == missing(outcome))
    #expect(try await report("--fail-on", "untranslated").status == 1)
    let index = folder.text(of: "report/index.html")
    for title in ["Not in de", "Not in fr", "Not in ko"] { #expect(index.contains(title)) }
    #expect(
      try value("/screens/0/untranslated/0", in: "report/report.json")
        == ["language": "de", "missing": 1, "stale": 1])
    let page = folder.text(of: "report/pages/meals.html")
    #expect(page.contains("&quot;a&quot; into de is of an earlier source"))
    let results = try value("/runs/0/results", in: "report/report.sarif")?.arrayValue ?? []
    #expect(
      results.compactMap { $0["ruleId"]?.stringValue }
        == ["missing-translation", "stale-translation"] + Array(repeating: "missing-translation", count: 3))
    #expect(try await report("--fail-on", "drop").status == 0)
  }

  private static func meals(_ texts: [String]) -> String {
    let items = zip(["a", "b"], texts).map { id, text in
      #"{"id":"\#(id)","viewType":"ONE_LINE_TEXT","content":{"text1":"\#(text)"}}"#
    }
    return #"{"items":[\#(items.joined(separator: ","))]}"#
  }
}
