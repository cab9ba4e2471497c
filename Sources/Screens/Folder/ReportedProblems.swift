import Synchronization

/// The problems of a watched folder that have been reported, so that a file that stays invalid is reported once.
///
/// Keeps a digest for each invalid file.
package final class ReportedProblems: Sendable {
  /// The problems of one file.
  package struct Problem {
    package let path: String
    package let lines: [String]
    /// The file's bytes; nil if it could not be read.
    package let text: [UInt8]?

    package init(path: String, lines: [String], text: [UInt8]?) {
      self.path = path
      self.lines = lines
      self.text = text
    }
  }

  /// What has changed since the last report.
  package struct Changes: Equatable {
    /// The problems of files that have become invalid, or have other problems than before.
    package var lines: [String] = []
    /// The paths of files that were invalid and are valid now.
    package var fixed: [String] = []

    package init(lines: [String] = [], fixed: [String] = []) {
      self.lines = lines
      self.fixed = fixed
    }
  }

  /// Digests of content and problems, by path.
  private let known = Mutex<[String: [UInt8]]>([:])

  package init() {}

  /// Compares the problems that a scan has found with those that were reported.
  /// - Parameters:
  ///   - problems: all problems of the files that were read.
  ///   - unread: files that the scan left out because they are being written.
  ///   - exists: whether there is a file or folder at a path. A deleted file is forgotten, not fixed.
  package func update(
    _ problems: [Problem], unread: Set<String> = [], exists: (String) -> Bool
  ) -> Changes {
    var paths: [String] = []
    var found: [String: (lines: [String], text: [UInt8])] = [:]
    for problem in problems {
      if found[problem.path] == nil { paths.append(problem.path) }
      found[problem.path, default: ([], [])].lines += problem.lines
      found[problem.path]?.text += problem.text ?? []
    }
    return known.withLock { known in
      var changes = Changes()
      var next: [String: [UInt8]] = [:]
      for path in paths {
        guard let (lines, text) = found[path] else { continue }
        // No UTF-8 text contains the byte FF, so it separates the lines from the file's text.
        let digest = ImportMark.digest(Array(lines.joined(separator: "\n").utf8) + [0xFF] + text)
        if known[path] != digest { changes.lines += lines }
        next[path] = digest
      }
      for (path, digest) in known where next[path] == nil {
        if unread.contains(path) {
          next[path] = digest
        } else if exists(path) {
          changes.fixed.append(path)
        }
      }
      changes.fixed.sort()
      known = next
      return changes
    }
  }
}
