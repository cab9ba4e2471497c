/// The first reports of one event from one release of the app.
package struct ReleaseCount: Sendable, Equatable {
  /// The maximum number of releases that a rollout counts apart. Apps choose the names.
  package static let maximumReleases = 32

  package let release: ReleaseName
  package let event: Int
  package let level: Int
  package let step: Int
  package let isNew: Bool
  package let count: Int

  package init(release: ReleaseName, event: Int, level: Int, step: Int, isNew: Bool, count: Int) {
    self.release = release
    self.event = event
    self.level = level
    self.step = step
    self.isNew = isNew
    self.count = count
  }
}
