/// Screens that consist of lines of text.
package enum Lines {
  /// A definition with an item for each line. The line is also the id.
  package static func definition(_ lines: [String]) -> String {
    let items = lines.map { line in
      #"{"id":"\#(line)","viewType":"ONE_LINE_TEXT","content":{"text1":"\#(line)"}}"#
    }
    return #"{"screenName":"Lines","items":[\#(items.joined(separator: ","))]}"#
  }

  /// The same screen in the format `viewItems`.
  package static func viewItems(_ lines: [String]) -> String {
    let items = lines.map { #"{"viewType":"ONE_LINE_TEXT","viewObject":{"text1":"\#($0)"}}"# }
    return #"{"viewItems":[\#(items.joined(separator: ","))]}"#
  }
}
