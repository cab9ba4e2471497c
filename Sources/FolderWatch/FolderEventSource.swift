package import JSONText

/// A source of notifications about files that have changed and can be read.
protocol FolderEventSource: Sendable {
  /// Stops the notifications. One that is in progress still finishes.
  func cancel()
}

/// A function that reads a folder and then asks which files were complete while it read them.
///
/// `completeFiles` returns paths relative to the folder. The function must discard what it read of other files: it is
/// called again for them.
package typealias FolderReading = @Sendable (_ completeFiles: () -> Set<ExactString>) -> Void
