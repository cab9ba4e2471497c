import Foundation
import JSONText
import TestFolders
import Testing

/// `marquee report --boxes`: the layout of screens in Chromium; and the pages of a report in it.
@Suite(.serialized, .inOneBrowser, .enabled(if: Browser.isInstalled, Browser.leftOut))
final class ReportBoxTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(
      #"{"column":[{"text":"$text1","style":"title1","lines":2},{"text":"$text2","style":"body"}],"padding":"cell"}"#,
      to: "screens/_previews/TWO_LINE_TEXT.json")
    try folder.write(Self.screen("Soup"), to: "screens/home.json")
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "screens"), to: folder.url.appending(path: "before"))
  }

  private static func screen(_ title: String) -> String {
    #"{"items":[{"id":"soup","viewType":"TWO_LINE_TEXT","content":{"text1":"\#(title)","text2":"8000 won"}}]}"#
  }

  private func report(_ arguments: [String] = []) async throws -> Program.Outcome {
    try await Program.run(
      ["report", "before", "screens", "--output", "report", "--boxes"] + arguments, in: folder)
  }

  private func expect(
    _ status: Int32, of arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await report(arguments)
    #expect(outcome.status == status, "\(outcome.output)\(outcome.errors)", sourceLocation: sourceLocation)
  }

  @Test func `a title that is cut off at a large text size is found, and can be approved`() async throws {
    try folder.write(Self.screen("Cold noodles of the summer"), to: "screens/home.json")
    let outcome = try await report(["--fail-on", "boxes"])
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        #"screens/home: soup: "Cold noodles of the summer" is now cut off at 200 % text on 320 px"#),
      "\(outcome.output)\(outcome.errors)")
    #expect(!outcome.output.contains("at 100 %"))
    #expect(outcome.output.contains("1 text that no longer fits"))
    #expect(folder.text(of: "report/pages/home.html").contains("is now cut off"))
    #expect(folder.text(of: "report/index.html").contains("text that no longer fits"))
    #expect(folder.text(of: "report/junit.xml").contains("a text no longer fits"))

    // Where there is room, it fits.
    try await expect(0, of: "--fail-on", "boxes", "--box-widths", "1000")

    try await expect(0, of: "--approve")
    #expect(folder.text(of: "screens/_boxes.json").contains(#""kind": "cut-off""#))
    try await expect(0, of: "--fail-on", "boxes")
    // Another text is another difference.
    try folder.write(Self.screen("Cold noodles with greens of spring"), to: "screens/home.json")
    try await expect(1, of: "--fail-on", "boxes")

    try folder.write(#"{"approved":[{"page":"home"}]}"#, to: "screens/_boxes.json")
    let invalid = try await report()
    #expect(invalid.status == 1)
    #expect(invalid.errors.contains(#"_boxes.json:1:15: "page" is unknown"#), "\(invalid.errors)")
  }

  @Test(arguments: ["en-XA", "ar-XB", "ko", "de", "ar"])
  func `no text of a shipped screen is cut off in another language`(locale: String) async throws {
    let empty = try TemporaryFolder()
    let shipped = PackageFolder.url.appending(path: "screens").path(percentEncoded: false)
    let outcome = try await Program.run(
      [
        "report", empty.path, shipped, "--output", "shipped", "--boxes", "--box-texts", "100", "--locale",
        locale, "--fail-on", "boxes",
      ], in: folder)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("screens/cafe"), "\(outcome.output)")
    let page = folder.text(of: "shipped/pages/settings.html")
    #expect(page.contains(locale.hasPrefix("ar") ? #"dir="rtl""# : #"dir="ltr""#))
  }

  @Test func `a translation that is too long is found in its language alone`() async throws {
    try folder.write(#"{"default":"en","languages":["en","de"]}"#, to: "screens/_languages.json")
    try folder.write(
      #"{"units":[{"item":"soup","at":"/text1","source":"Soup","text":"Hühnersuppe mit Nudeln und Gemüse"}]}"#,
      to: "screens/_translations/de/home.json")
    try await expect(0, of: "--fail-on", "boxes")
    let outcome = try await report(["--fail-on", "boxes", "--locale", "de"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Gemüse\" is now cut off at 200 % text"), "\(outcome.output)")
  }

  @Test func `a report is read without a script, and nothing in it is refused`() async throws {
    try folder.write(Self.screen("Cold noodles of the summer"), to: "screens/home.json")
    try await expect(0)
    try await Browser.run { browser in
      try await browser.open(folder.url.appending(path: "report/index.html").absoluteString)
      try await browser.click(try await browser.element(role: "link", "home"))
      let main = try await browser.text(of: try await browser.element("main"))
      for text in ["Pictures", "Cold noodles of the summer", "In words", "/content/text1"] {
        #expect(main.contains(text), "\(main)")
      }
      // The style sheet is loaded: both sides stand beside each other.
      let boxes = try await browser.script(
        """
        return [...document.querySelectorAll('.pairs .side')].map((side) => Math.round(side.getBoundingClientRect().top))
        """)
      let tops = try #require(boxes.arrayValue?.compactMap { $0.numberValue?.intValue })
      // What scrolls sideways is reached by the keyboard and has a name; everything is in a landmark.
      let unreached = try await browser.script(
        """
        return [...document.querySelectorAll('body *')]
          .filter((e) => e.checkVisibility() && ['auto', 'scroll'].includes(getComputedStyle(e).overflowX)
            && !e.matches('[role=region][tabindex="0"][aria-label]')).map((e) => e.className)
          .concat([...document.querySelectorAll('p, a, h1')].filter((e) => !e.closest('main, nav')).map((e) => e.outerHTML))
        """)
      #expect(unreached == [], "\(unreached)")
      #expect(tops.count == 2)
      #expect(Set(tops).count == 1, "\(tops)")
      #expect(try await browser.errors() == [])
    }
  }

  @Test(arguments: [1, 2]) func `a browser that fails is started again, once`(failures: Int) async throws {
    try folder.write(Self.screen("Cold noodles of the summer"), to: "screens/home.json")
    let outcome = try await Shell.run(
      #"""
      driver=$(command -v chromedriver)
      mkdir bin
      # Fails at first, like a driver whose browser crashes.
      cat > bin/chromedriver <<END
      #!/bin/sh
      echo start >> starts
      [ \$(wc -l < starts) -gt \#(failures) ] || { echo "no memory"; exit 1; }
      exec $driver "\$@"
      END
      chmod +x bin/chromedriver
      PATH=$PWD/bin:$PATH "$MARQUEE" report before screens --output report --boxes
      """#, in: folder)
    let failed =
      #"marquee: chromedriver did not start (no memory); check that "chromedriver --version" fits Chromium's"#
    #expect(folder.text(of: "starts") == "start\nstart\n")
    if failures == 1 {
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("1 text that no longer fits"))
      #expect(outcome.errors == failed + "; measuring again with a new browser\n")
    } else {
      #expect(outcome.status == 1)
      #expect(outcome.errors == "\(failed); measuring again with a new browser\n\(failed)\n")
    }
  }

  @Test func `an interrupted measurement leaves no process and no folder behind`() async throws {
    try folder.write(Self.screen("Cold noodles of the summer"), to: "screens/home.json")
    // The names of many screens, so that the measurement is still going on.
    for number in 0..<200 { try folder.write(Self.screen("Soup \(number)"), to: "screens/s\(number).json") }
    let outcome = try await Shell.run(
      """
      # Chromium puts a socket into it, whose path has at most 107 bytes (unix(7)): that of the test's folder is longer.
      tmp=$(mktemp -d /tmp/boxXXXXXX)
      trap 'rm -rf "$tmp"' EXIT
      TMPDIR=$tmp "$MARQUEE" report before screens --output report --boxes & program=$!
      for try in $(seq 3000); do ls $tmp/marquee-*/1/page.html >/dev/null 2>&1 && break; sleep 0.02; done
      kill -TERM $program; wait $program; echo "ended with $?"
      left() { grep -lsa "user-data-di[r]=$tmp" /proc/[0-9]*/cmdline; }
      for try in $(seq 1500); do left >/dev/null || break; sleep 0.02; done
      left; ls $tmp | grep marquee
      """, in: folder)
    #expect(outcome.output == "ended with 143\n", "\(outcome.output)\(outcome.errors)")
  }
}
