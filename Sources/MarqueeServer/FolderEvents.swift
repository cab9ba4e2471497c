/// Tells when files of a folder have changed and can be read.
protocol FolderEvents: Sendable {
  /// No call begins after the one that may be under way.
  func cancel()
}

/// Reads the folder, and then asks which of its files were whole while it was read: paths within the folder. What
/// it read of others must be left out; there will be another call for them.
typealias FolderReading = @Sendable (_ wholeFiles: () -> Set<String>) -> Void
