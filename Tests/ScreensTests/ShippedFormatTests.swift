import Foundation
import JSONText
import TestFolders
import Testing

@testable import Screens

/// The formats of a folder without `_formats/`.
@Suite struct ShippedFormatTests {
  private let folder: TemporaryFolder
  private let names: Set<String> = ["contents", "responseData", "screen", "sections", "viewItems"]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"items":[]}"#, to: "home.json")
    try folder.write(#"{"format":"sections","items":[]}"#, to: "list.json")
  }

  private func check(_ edit: (inout FolderContents) -> Void = { _ in }) throws -> FolderImport {
    var contents = try FolderContents(reading: folder.path)
    edit(&contents)
    return FolderImport(checking: contents)
  }

  @Test func `they are the files that Marquee ships`() throws {
    let files = try FolderContents(reading: PackageFolder.screens.path).files.filter {
      if case .document(.format, _) = $0.kind { true } else { false }
    }
    #expect(files.count == ShippedFormats.all.count)
    for file in files {
      let shipped = ShippedFormats.all.first { "_formats/\($0.name).json" == file.path }
      #expect(try JSONDocument(file.text).value.serialized() == shipped?.format.serialized())
    }
  }

  @Test func `screens can use them`() throws {
    let check = try check()
    #expect(check.problems.isEmpty)
    #expect(Set(check.documents[.format].keys) == names)
    #expect(check.shippedFormats == names)
    #expect(check.validFiles == 2)
  }

  @Test func `a folder with formats has only its own`() throws {
    try folder.write(#"{"screen":"$items","item":"$content"}"#, to: "_formats/viewItems.json")
    let check = try check()
    #expect(Set(check.documents[.format].keys) == ["viewItems"])
    #expect(
      check.problems.flatMap(\.lines).map { $0.dropFirst(folder.path.count) } == [
        #"/list.json:1:11: error: unknown format "sections"; known: viewItems"#
      ])
  }

  @Test func `an unsaved format is the folder's first one`() throws {
    let check = try check {
      $0.setText(Array(#"{"screen":"$items","item":"$content"}"#.utf8), at: "_formats/own.json")
    }
    #expect(Set(check.documents[.format].keys) == ["own"])
  }

  @Test func `a format that the server has stays, and one that it deleted does not come back`() throws {
    var state = PublishedState()
    let own = #"{"screen":["own","$items"],"item":"$content"}"#
    state.catalogue.setFormat(try WireFormat(name: "viewItems", JSONDocument(Array(own.utf8))))
    let contents = try FolderContents(reading: folder.path)
    let first = FolderImport(contents, state: state, gate: nil)
    #expect(Set(first.documents[.format].keys) == names.subtracting(["viewItems"]))
    #expect(first.catalogue.format("viewItems")?.json["screen"] == ["own", "$items"])
    state.imports = first.imports
    state.catalogue = first.catalogue
    state.catalogue.removeFormat("contents")
    let second = FolderImport(contents, state: state, gate: nil)
    #expect(second.documents[.format].isEmpty)
    #expect(second.catalogue.format("contents") == nil)
  }
}
