import AdminModel
import JSONText

extension Schedule {
  /// The steps of its guard, as in ` to 1, 10, 50, 100 % of the units`; empty without a guard.
  var guardText: String {
    guard let steps = rule?["steps"]?.arrayValue, !steps.isEmpty else { return "" }
    return " to \(steps.map { TextTable.cell($0.text) }.joined(separator: ", ")) % of the units"
  }
}
