/// The documents of a folder whose files are invalid. What refers to one has no error of its own.
package struct RefusedFiles: Sendable {
  private(set) var viewTypes: Set<String> = []
  private(set) var formats: Set<String> = []
  private(set) var groups: Set<String> = []

  mutating func insert(_ kind: FolderContents.Kind) {
    switch kind {
    case .viewType(let name): viewTypes.insert(name)
    case .format(let name): formats.insert(name)
    case .group(let name): groups.insert(name)
    case .screen, .preview, .scenario: break
    }
  }
}
