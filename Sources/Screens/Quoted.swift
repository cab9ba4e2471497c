import JSONText

/// A text from outside, safe to print: in double quotes, escaped as JSON, cut when long.
package func quoted(_ text: String) -> String {
  let limit = 80
  guard text.unicodeScalars.count > limit else { return JSONValue.string(text).text }
  var cut = String.UnicodeScalarView()
  cut.append(contentsOf: text.unicodeScalars.prefix(limit))
  return JSONValue.string(String(cut) + "…").text
}
