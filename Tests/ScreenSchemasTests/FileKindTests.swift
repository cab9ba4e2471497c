import ScreenSchemas
import Screens
import Testing

@Suite struct FileKindTests {
  @Test(arguments: DocumentKind.ofFiles.filter { $0 != .setting })
  func `each kind of document with files has a schema for editors`(_ kind: DocumentKind) throws {
    let file = try #require(kind.folder.flatMap { FolderContents.kind(of: $0 + "/NAME.json") })
    #expect(FileKind(file).rawValue == kind.word)
  }

  @Test(arguments: Setting.allCases)
  func `each setting has a schema for editors`(_ setting: Setting) throws {
    #expect(FileKind(try #require(FolderContents.kind(of: setting.file))).rawValue == setting.rawValue)
  }
}
