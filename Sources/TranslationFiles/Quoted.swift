import JSONText

/// A text in quotes for a message, shortened when it is long.
func quoted(_ text: String) -> String {
  let scalars = text.unicodeScalars
  let shown = String(String.UnicodeScalarView(scalars.prefix(80)))
  return JSONValue.string(scalars.count > 80 ? shown + "…" : shown).text
}
