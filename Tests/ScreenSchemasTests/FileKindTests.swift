import ScreenSchemas
import Screens
import Testing

@Suite struct FileKindTests {
  @Test(arguments: DocumentKind.ofFiles)
  func `each kind of document with files has a schema for editors`(_ kind: DocumentKind) throws {
    let file = try #require(kind.folder.flatMap { FolderContents.kind(of: $0 + "/NAME.json") })
    #expect(FileKind(file).rawValue == kind.word)
  }
}
