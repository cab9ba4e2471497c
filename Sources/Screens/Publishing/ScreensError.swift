package import JSONText
package import SchemaCompatibility

/// Why an operation on screens failed.
package enum ScreensError: Error, Sendable {
  /// The text is not JSON in the strict profile (RFC 7493).
  case unparsable(Diagnostics)
  /// The document is JSON, but cannot be published.
  case invalid(Diagnostics)
  /// The body is JSON, but not what the operation expects.
  case invalidBody(Diagnostics)
  case unknownRoute(Route, nearest: String?)
  /// The screen was deleted.
  case deleted(Route)
  case unknownVersion(Int, Route)
  /// The version is the deletion of the screen and has no content.
  case versionWithoutContent(Int, Route)
  case unknownVariant(String, hint: String?)
  /// Several experiments of the screen have a variant of that key.
  case ambiguousVariant(String, experiments: [String])
  /// A request names two variants of one experiment.
  case twoVariants(of: String)
  case unknownSection(String, nearest: String?)
  /// A supported release cannot decode all content of the changed view type.
  case breaksReleases([BrokenRelease])
  /// The current version is not the one that the precondition expects.
  case preconditionFailed(current: Int?)
  /// The patch is well-formed, but does not apply to this document.
  case patchDoesNotApply(Diagnostic)
  /// The changed or deleted view type or format would make current screens invalid.
  case breaksScreens([BrokenScreen])
  /// The changed or deleted view type would make other view types invalid, and perhaps current screens.
  case breaksViewTypes([BrokenViewType], screens: [BrokenScreen])
  /// Units would move between variants of a running experiment.
  case reassigns([Reassignment])
  /// The server does not record exposures.
  case noExposures
  case unknownExperiment(String, hint: String?)
  case unknownItem(String, Route, nearest: String?)
  /// Texts would be left without a translation, which the gate of `_languages.json` refuses.
  case untranslated(Diagnostics)
  /// Links would name screens that are not there, which the gate of `_links.json` refuses.
  case leadsNowhere(Diagnostics)
  case unknownLanguage(String, known: [String])
  case noDraft(Route)
  /// The draft is not the one that the precondition expects.
  case draftPreconditionFailed(current: String?)
  /// The document is not the one that the precondition expects; nil if there is none.
  case documentPreconditionFailed(current: JSONValue?)
  /// The change set, or its review, is not the one that the precondition expects; nil if there is no such set.
  case changeSetPreconditionFailed(current: ChangeSetReview?)
  /// The draft did not begin from the current version.
  case draftOutdated(DraftConflict)
  /// The version that a draft should begin from does not exist. Versions go up to `current`.
  case unknownBase(Int, current: Int)
  case notScheduled(Route)
  /// The screen has a rollout, which another publication would end.
  case rolloutRunning(Rollout)
  case rolloutEnded(Rollout)
  /// The rollout is not the one that the precondition expects.
  case rolloutPreconditionFailed(current: Int)
  /// A publication has no old version, or no units, that a guard could compare.
  case notGuardable(String)
  case unknownChangeSet(String, nearest: String?)
  case changeSetExists(String)
  /// The set was published, so it can only be rolled back or deleted.
  case changeSetPublished(String)
  /// The set is not published, so it cannot be rolled back.
  case changeSetOpen(String)
  case changeSetNotScheduled(String)
  /// A subject of the set was also changed outside of it.
  case changeSetConflicts(String, [ChangeSetConflict])
  /// The set cannot be published: the errors of all of its subjects.
  case invalidChangeSet(String, [ChangeSetPlan.Problem])
  /// A subject was changed again after the set published it.
  case changeSetBuiltUpon(String, [ChangeSubject])
  case unknownDocument(ChangeSubject, nearest: String?)
  /// The change set has no guest link of this number.
  case unknownGuest(Int, of: String)
  /// Drafts and open change sets refer to the uploaded picture.
  case assetInUse(String, drafts: [String], changeSets: [String])
  case unknownToken(String, nearest: String?)
  case tokenExists(String)
  /// The scenario does not apply to a current screen.
  case scenarioDoesNotApply(String, Diagnostics)
  /// A stored version cannot be read.
  case damaged(DamagedVersion)
  case store(StoreError)

  /// The error for a document that does not exist. It names the nearest one.
  package static func unknown(
    _ kind: DocumentKind, _ name: String, among names: some Collection<String>
  ) -> ScreensError {
    .unknownDocument(.document(kind, name), nearest: NearestName.to(name, among: names))
  }
}

/// A current screen that a change would make invalid.
package struct BrokenScreen: Sendable {
  package let route: Route
  package let version: Int
  package let diagnostics: Diagnostics
}

/// A supported release that a changed view type would break.
package struct BrokenRelease: Sendable {
  package let release: ReleaseName
  package let report: CompatibilityReport
}
