package import SchemaCompatibility

/// Why a request to the screens can't be met. Each case has one HTTP status, decided elsewhere.
package enum ScreensError: Error, Sendable {
  /// The text is not JSON (or not in the strict profile).
  case unparsable(Diagnostics)
  /// The document can be read, but not published.
  case invalid(Diagnostics)
  /// The body of a request can be read, but is not what is asked for here.
  case invalidBody(Diagnostics)
  case unknownRoute(Route, nearest: String?)
  /// The screen was deleted.
  case deleted(Route)
  case unknownVersion(Int, Route)
  /// The version has no content: it is the deletion of the screen.
  case versionWithoutContent(Int, Route)
  case unknownVariant(String, nearest: String?)
  /// More than one of the screen's experiments has a variant of that key.
  case ambiguousVariant(String, experiments: [String])
  /// One request names two variants of an experiment.
  case twoVariants(of: String)
  case unknownSection(String, nearest: String?)
  case unknownViewType(String, nearest: String?)
  case unknownRelease(ReleaseName, nearest: String?)
  /// The change of a view type is one that a supported release's own schema of it cannot decode.
  case breaksReleases([BrokenRelease])
  /// The screen has moved on (or exists) since the author looked.
  case preconditionFailed(current: Int?)
  /// The patch is right, but not for this document.
  case patchDoesNotApply(Diagnostic)
  /// The change of a view type would make current versions invalid.
  case breaksScreens([BrokenScreen])
  /// Units would go from one variant of an experiment that runs to another.
  case reassigns([Reassignment])
  /// The server keeps no exposures.
  case noExposures
  case unknownExperiment(String, nearest: String?)
  case unknownItem(String, Route, nearest: String?)
  case noDraft(Route)
  /// A draft has been changed, or deleted, since the author looked.
  case draftPreconditionFailed(current: String?)
  /// The draft began from another version than the current one.
  case draftOutdated(DraftConflict)
  /// A draft can begin from versions that there were, up to this one.
  case unknownBase(Int, current: Int)
  case notScheduled(Route)
  case unknownToken(String, nearest: String?)
  case tokenExists(String)
  /// What a scenario makes of a screen in force cannot be made.
  case scenarioDoesNotApply(String, Diagnostics)
  case store(StoreError)
}

/// A current version that a change would make invalid.
package struct BrokenScreen: Sendable {
  package let route: Route
  package let version: Int
  package let diagnostics: Diagnostics
}

/// A supported release that a change of a view type would break.
package struct BrokenRelease: Sendable {
  package let release: ReleaseName
  package let report: CompatibilityReport
}
