extension Member where Value == Bool? {
  /// The mark of the response to a dry run.
  package init(dryRun value: @escaping @Sendable (Object) -> Bool?) {
    self.init(optional: "dryRun", value, "True for a dry run, which changes nothing.")
  }
}

extension Member where Value == [Finding]? {
  /// The findings that do not prevent publication.
  package init(warnings value: @escaping @Sendable (Object) -> [Finding]?) {
    self.init(
      optional: "warnings", value,
      "Findings that do not prevent publication; left out if there are none.")
  }
}
