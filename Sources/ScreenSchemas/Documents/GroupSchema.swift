import JSONText

/// The schema of a group of values for conditions: `_groups/NAME.json`.
extension DocumentSchemas {
  static let group = document(
    "Marquee: group",
    .list(
      of: ["type": ["string", "number", "boolean"]],
      "The values of a group, for the operators $inGroup and $notInGroup of conditions."))
}
