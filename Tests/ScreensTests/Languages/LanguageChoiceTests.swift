import Foundation
import JSONText
import Screens
import SeededRandom
import Testing

/// The choice of a language by `Accept-Language`.
@Suite struct LanguageChoiceTests {
  private static func languages(_ tags: [String]) throws -> Languages {
    let list = tags.map { "\"\($0)\"" }.joined(separator: ",")
    return try Languages(
      try JSONDocument(Array(#"{"default":"\#(tags[0])","languages":[\#(list)]}"#.utf8)))
  }

  @Test(arguments: [
    ("", "en"), ("ko", "ko"), ("KO-kr", "ko"), ("fr, ko;q=0.5", "ko"), ("ko;q=0.1, pt-BR;q=0.9", "pt-BR"),
    ("pt", "en"), ("zh-Hant-TW", "zh-Hant"), ("zh-Hant-x-abc", "zh-Hant"), ("*", "en"), ("*, ko;q=0.1", "ko"),
    ("ko;q=0, pt-BR;q=0.1", "pt-BR"), ("ko;q=0", "en"), ("ko-KR, ko;q=0, pt-BR;q=0.2", "pt-BR"),
    (" , ko ; q=1.000 ,", "ko"), ("ko;q=1.001", "en"), ("ko;q=0.1234", "en"), ("ko;level=1", "en"),
    ("ko_KR", "en"), ("ko,,;", "en"), ("한국어", "en"), ("ko;q=", "en"), ("ko;Q=0.5", "ko"),
    ("abcdefghi, ko", "en"), ("en-US, ko", "en"),
  ]) func `a field chooses by lookup`(field: String, expected: String) throws {
    let languages = try Self.languages(["en", "ko", "pt-BR", "zh-Hant"])
    #expect(languages.lookup(LanguageRanges(field.utf8)).text == expected)
  }

  @Test func `random fields agree with another implementation`() throws {
    var random = SplitMix64(seed: 38)
    let tags = ["en", "ko", "zh-Hant", "pt-BR", "de-1996"]
    let subtags = tags + tags + ["pt", "zh", "Hant", "TW", "BR", "x", "a", "1996", "de", "*", "q", "é", ""]
    let ends = [
      "", "", "", ";q=0.5", "; q=0", ";q=1", ";q=0.999", " ;\tq=0.1", ";q=2", ";p=1", ";q=.5", "; q = 1",
    ]
    let languages = try Self.languages(tags)
    var (malformed, chosen) = (0, 0)
    for _ in 0..<10_000 {
      let elements = (0..<random.next(below: 5)).map { _ in
        let parts = (0...random.next(below: 2)).map { _ in random.pick(subtags) ?? "" }
        return parts.joined(separator: "-") + (random.pick(ends) ?? "")
      }
      let field = elements.joined(separator: random.pick([",", ", ", " ,"]) ?? ",")
      let expected = Lookup.choice(field, among: tags)
      #expect(languages.lookup(LanguageRanges(field.utf8)).text == expected ?? "en", "\(field)")
      if expected == nil { malformed += 1 } else if expected != "en" { chosen += 1 }
    }
    #expect(malformed > 1_000 && chosen > 1_000)
  }

  @Test(arguments: [
    ("en", "en"), ("EN-us", "en-US"), ("zh-hANT-tw", "zh-Hant-TW"), ("de-ch-1996", "de-CH-1996"),
    ("sr-LATN-rs", "sr-Latn-RS"), ("en-a-BB-ccc", "en-a-bb-ccc"), ("x-ABC", "x-abc"),
  ]) func `a tag has the letter case of its canonical form`(text: String, expected: String) {
    #expect(LanguageTag(text)?.text == expected)
  }

  @Test(arguments: ["", "e", "en_US", "en-", "-en", "en--US", "abcdefghi", "12", "é", "en-US-a", "en US"])
  func `other texts are no tags`(text: String) { #expect(LanguageTag(text) == nil) }

  @Test func `languages that are written from right to left are known`() {
    for text in ["ar", "he-IL", "fa", "ur-PK", "az-Arab", "ar-XB", "ckb"] {
      #expect(LanguageTag(text)?.isRightToLeft == true, "\(text)")
    }
    for text in ["en", "ar-Latn", "az", "ko-KR", "pa"] {
      #expect(LanguageTag(text)?.isRightToLeft == false, "\(text)")
    }
  }
}

/// Lookup by the words of RFC 4647 §3.4 and RFC 9110 §12.5.4, with regular expressions.
private enum Lookup {
  /// The language; the default one if the field has none of them, nil if the field is malformed.
  static func choice(_ field: String, among tags: [String]) -> String? {
    let form =
      #/[ \t]*(?<range>\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)(?:[ \t]*;[ \t]*[qQ]=(?<weight>0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?[ \t]*/#
    var weights: [(range: String, weight: Double)] = []
    for element in field.split(separator: ",", omittingEmptySubsequences: false) {
      if element.allSatisfy({ $0 == " " || $0 == "\t" }) { continue }
      guard let match = element.wholeMatch(of: form) else { return nil }
      weights.append(
        (String(match.output.range).lowercased(), match.output.weight.map { Double($0) ?? 0 } ?? 1))
    }
    let refused = weights.filter { $0.weight == 0 }.map(\.range)
    let ordered = weights.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }.map(\.element)
    for (range, weight) in ordered where weight > 0 && range != "*" {
      var parts = range.components(separatedBy: "-")
      while !parts.isEmpty {
        let text = parts.joined(separator: "-")
        if !refused.contains(text), let tag = tags.first(where: { $0.lowercased() == text }) { return tag }
        parts.removeLast()
        if parts.last?.count == 1 { parts.removeLast() }
      }
    }
    return tags[0]
  }
}
