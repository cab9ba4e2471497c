import Screens
import TestFolders
import Testing

/// The folder of assets.
@Suite struct AssetFolderTests {
  @Test func `a folder that is made later is found`() throws {
    let folder = try TemporaryFolder()
    let assets = AssetFolder(in: folder.path)
    #expect(assets.names == [])
    #expect(assets.path(of: "noodles.png") == nil)
    try folder.write("1", to: "_assets/noodles.png")
    #expect(assets.names == ["noodles.png"])
    #expect(assets.bytes(of: "noodles.png") == Array("1".utf8))
    try folder.delete("_assets")
    #expect(assets.names == [])
  }
}
