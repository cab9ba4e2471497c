import FolderWatch
import Screens

/// The folder of screens as the start has read it.
struct ScreensInput: Sendable {
  let contents: FolderContents
  /// The state of the folder before it was read; nil if nobody watches it.
  let snapshot: FolderSnapshot?

  /// Reads the folder of screens. Opens nothing that has to be closed.
  /// - Returns: nil for a server without such a folder.
  static func read(_ configuration: Marquee.Configuration) throws(StartError) -> ScreensInput? {
    guard let folder = configuration.screens else { return nil }
    // Take the snapshot before reading the folder, so that the watch misses no change.
    let snapshot = configuration.watchesScreens ? FolderSnapshot(of: folder) : nil
    do throws(FolderError) {
      return ScreensInput(contents: try FolderContents(reading: folder), snapshot: snapshot)
    } catch {
      throw StartError("\(error)")
    }
  }
}
