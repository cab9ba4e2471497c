import JSONText
import Screens

/// The server's comparison of two versions of a screen, item by item.
struct ScreenDifference {
  let json: JSONValue

  /// Adds a row for each change.
  func add(to table: inout TextTable) {
    for item in json["added"]?.arrayValue ?? [] {
      table.add(["added", TextTable.cell(item["id"]), Self.place(item)])
    }
    for item in json["removed"]?.arrayValue ?? [] {
      table.add(["removed", TextTable.cell(item["id"]), Self.place(item)])
    }
    for item in json["moved"]?.arrayValue ?? [] {
      table.add([
        "moved", TextTable.cell(item["id"]), "from \(Self.place(item["from"])) to \(Self.place(item["to"]))",
      ])
    }
    for item in json["changed"]?.arrayValue ?? [] {
      table.add(["changed", TextTable.cell(item["id"]), Self.list(item["paths"])])
    }
    if let other = json["other"]?.arrayValue, !other.isEmpty {
      table.add(["changed", "-", Self.list(json["other"])])
    }
  }

  /// The position of an item, counted from 1, with its section.
  private static func place(_ place: JSONValue?) -> String {
    let index = (place?["index"] ?? place)?.numberValue?.intValue
    let number = index.map { $0 < Int.max ? String($0 + 1) : "-" } ?? "-"
    let section = place?["section"]?.stringValue.map { " in section \(printable($0))" } ?? ""
    return "place \(number)\(section)"
  }

  private static func list(_ paths: JSONValue?) -> String {
    (paths?.arrayValue ?? []).map { TextTable.cell($0) }.joined(separator: ", ")
  }
}
