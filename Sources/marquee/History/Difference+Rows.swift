import AdminModel
import Screens

extension Difference {
  /// Adds a row for each change.
  func add(to table: inout TextTable) {
    for item in added { table.add(["added", TextTable.cell(item.id), Self.place(item.place)]) }
    for item in removed { table.add(["removed", TextTable.cell(item.id), Self.place(item.place)]) }
    for item in moved {
      table.add([
        "moved", TextTable.cell(item.id), "from \(Self.place(item.from)) to \(Self.place(item.to))",
      ])
    }
    for item in changed { table.add(["changed", TextTable.cell(item.id), Self.list(item.paths)]) }
    if !other.isEmpty { table.add(["changed", "-", Self.list(other)]) }
  }

  /// The position of an item, counted from 1, with its section.
  private static func place(_ place: Place) -> String {
    let number = place.index < Int.max ? String(place.index + 1) : "-"
    return "place \(number)" + (place.section.map { " in section \(printable($0))" } ?? "")
  }

  private static func list(_ paths: [String]) -> String {
    paths.map { TextTable.cell($0) }.joined(separator: ", ")
  }
}
