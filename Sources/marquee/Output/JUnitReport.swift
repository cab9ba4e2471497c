/// Results of tests as JUnit XML, which CI systems show (<https://github.com/testmoapp/junitxml>).
struct JUnitReport {
  /// One test.
  struct Case {
    let name: String
    /// Why it failed; nil if it passed.
    let failure: String?
    /// What it printed.
    let output: String
  }

  let suite: String
  let cases: [Case]

  var text: String {
    let failures = cases.count { $0.failure != nil }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites tests="\#(cases.count)" failures="\#(failures)">"#,
      #"<testsuite name="\#(Self.escaped(suite))" tests="\#(cases.count)" failures="\#(failures)">"#,
    ]
    for test in cases {
      let opening = #"<testcase classname="\#(Self.escaped(suite))" name="\#(Self.escaped(test.name))""#
      guard let failure = test.failure else {
        lines.append(opening + "/>")
        continue
      }
      lines.append(
        opening
          + #"><failure message="\#(Self.escaped(failure))">\#(Self.escaped(test.output))</failure></testcase>"#
      )
    }
    return (lines + ["</testsuite>", "</testsuites>", ""]).joined(separator: "\n")
  }

  /// Escapes a text for XML 1.0 (§2.4), and replaces characters that XML cannot contain (§2.2 Char).
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result += "&amp;"
      case 0x3C: result += "&lt;"
      case 0x3E: result += "&gt;"
      case 0x22: result += "&quot;"
      case 0x09, 0x0A, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF:
        result.unicodeScalars.append(scalar)
      default: result += "\u{FFFD}"
      }
    }
    return result
  }
}
