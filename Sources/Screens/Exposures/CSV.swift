/// Comma-separated values (RFC 4180).
package enum CSV {
  /// The characters that begin a formula in spreadsheets, in both widths.
  private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

  /// A field, in quotes if it needs them.
  ///
  /// A spreadsheet would run a text that begins like a formula, so it gets an apostrophe in front (OWASP, CSV
  /// injection). Control characters become U+FFFD.
  package static func field(_ text: String) -> String {
    var field = String.UnicodeScalarView()
    if let first = text.unicodeScalars.first, formulaStarts.contains(first) { field.append("'") }
    var needsQuotes = false
    for scalar in text.unicodeScalars {
      field.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
      if scalar == "\"" { field.append(scalar) }
      if scalar == "\"" || scalar == "," { needsQuotes = true }
    }
    return needsQuotes ? "\"\(String(field))\"" : String(field)
  }
}
