import Foundation
import JSONText
import TestFolders
import Testing

@testable import JSONSchema

/// The view types in `screens/_types` match the table of shipped view types.
@Suite struct ShippedViewTypeTests {
  private static let folder = PackageFolder.screens.appendingPathComponent("_types")

  /// A view type, with content that it accepts and content that it refuses.
  struct Row: Sendable, CustomStringConvertible {
    let name: String
    let accepted: [String]
    let refused: [String]

    var description: String { name }
  }

  private static func validates(_ content: String, as name: String) throws -> Bool {
    let text = try String(contentsOf: folder.appendingPathComponent(name + ".json"), encoding: .utf8)
    return try schema(text, formats: .assert).validate(json(content)).isEmpty
  }

  @Test func `the folder has the eight types of the table`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(Self.rows.map { $0.name + ".json" }))
  }

  @Test(arguments: rows) func `a type accepts and refuses the content in the table`(row: Row) throws {
    for content in row.accepted {
      #expect(try Self.validates(content, as: row.name), "\(content)")
    }
    for content in row.refused {
      #expect(try !Self.validates(content, as: row.name), "\(content)")
    }
  }

  @Test(arguments: ["textColor", "background"])
  func `a rich text has four colours, by name`(member: String) throws {
    func accepts(_ colour: String) throws -> Bool {
      try Self.validates(
        #"{"richText":[{"text":{"text":"A","\#(member)":\#(colour)}}]}"#, as: "RichViewType")
    }
    for colour in ["black", "red", "yellow", "clear"] { #expect(try accepts("\"\(colour)\""), "\(colour)") }
    for colour in ["#000000", "000000", "#1B4F72", "white", "Black", "red ", ""] {
      #expect(try !accepts("\"\(colour)\""), "\(colour)")
    }
    for colour in ["null", "0", "[]"] { #expect(try !accepts(colour), "\(colour)") }
  }

  private static let rows: [Row] = [
    Row(
      name: "ONE_LINE_TEXT", accepted: [#"{"text1":""}"#],
      refused: ["{}", #"{"text1":1}"#, #"{"text1":null}"#, #"{"text1":"A","text2":"B"}"#, "[]"]),
    Row(
      name: "TWO_LINE_TEXT", accepted: [#"{"text1":"","text2":""}"#],
      refused: [
        #"{"text1":"A"}"#, #"{"text2":"B"}"#, #"{"text1":"A","text2":8000}"#,
        #"{"text1":"A","text2":"B","text3":"C"}"#,
      ]),
    Row(
      name: "ONE_IMAGE", accepted: [#"{"url":"https://a.example/1"}"#],
      refused: [
        "{}", #"{"url":"1.png"}"#, #"{"url":"//a.example/1"}"#, #"{"url":"https://a.example/칼국수.jpg"}"#,
        #"{"url":""}"#, #"{"url":"https://a.example/1","alt":"A"}"#,
      ]),
    Row(
      name: "TITLE",
      accepted: [
        #"{"badges":[]}"#, #"{"badges":[{}]}"#,
        #"{"title":"A","badges":[{"badgeImage":"https://a.example/1","text":"B"}],"description":"C","type":"D"}"#,
      ],
      refused: [
        "{}", #"{"badges":{}}"#, #"{"badges":[],"title":1}"#, #"{"badges":[],"description":1}"#,
        #"{"badges":[],"type":1}"#, #"{"badges":[{"badgeImage":"1.png"}]}"#, #"{"badges":[{"text":1}]}"#,
        #"{"badges":[{"image":"https://a.example/1"}]}"#, #"{"badges":[],"titleText":"A"}"#,
      ]),
    Row(
      name: "PLUS_TITLE",
      accepted: [
        #"{"badges":[]}"#, #"{"badges":[],"titleText":{"text":""}}"#,
        #"{"badges":[{"badgeImage":"https://a.example/1","text":"B"}],"description":"C","type":"D","# + """
          "firstRowImage":{"imageUrl":"https://a.example/1","width":"320","height":"180.5"},
          "titleText":{"text":"A","textSize":"14.0","textColor":"#00fF00","textStyle":"bold"}}
          """,
        #"{"badges":[],"titleText":{"text":"A","textColor":"00fF00","textStyle":"italic"}}"#,
        #"{"badges":[],"titleText":{"text":"A","textStyle":"strike"}}"#,
      ],
      refused: [
        "{}", #"{"badges":[{"badge":"A"}]}"#, #"{"badges":[],"title":"A"}"#,
        #"{"badges":[],"description":1}"#, #"{"badges":[],"type":1}"#, #"{"badges":[],"titleText":{}}"#,
        #"{"badges":[],"titleText":{"text":"A","fontSize":"14"}}"#,
        #"{"badges":[],"titleText":{"text":"A","textSize":14}}"#,
        #"{"badges":[],"titleText":{"text":"A","textSize":"14."}}"#,
        #"{"badges":[],"titleText":{"text":"A","textSize":"-1"}}"#,
        #"{"badges":[],"titleText":{"text":"A","textSize":"14\n"}}"#,
        #"{"badges":[],"titleText":{"text":"A","textColor":"red"}}"#,
        ##"{"badges":[],"titleText":{"text":"A","textColor":"#0F0"}}"##,
        ##"{"badges":[],"titleText":{"text":"A","textColor":"#00FF00FF"}}"##,
        #"{"badges":[],"titleText":{"text":"A","textStyle":"underline"}}"#,
        #"{"badges":[],"firstRowImage":{"width":"1","height":"1"}}"#,
        #"{"badges":[],"firstRowImage":{"imageUrl":"https://a.example/1","height":"1"}}"#,
        #"{"badges":[],"firstRowImage":{"imageUrl":"https://a.example/1","width":"1"}}"#,
        #"{"badges":[],"firstRowImage":{"imageUrl":"1.png","width":"1","height":"1"}}"#,
        #"{"badges":[],"firstRowImage":{"imageUrl":"https://a.example/1","width":1,"height":"1"}}"#,
        #"{"badges":[],"firstRowImage":{"imageUrl":"https://a.example/1","width":"1","height":"1","alt":"A"}}"#,
      ]),
    Row(
      name: "AViewType", accepted: [#"{"title":"","iconUrl":"https://a.example/1"}"#],
      refused: [
        #"{"title":"A"}"#, #"{"iconUrl":"https://a.example/1"}"#, #"{"title":"A","iconUrl":"1.png"}"#,
        #"{"title":1,"iconUrl":"https://a.example/1"}"#,
        #"{"title":"A","iconUrl":"https://a.example/1","alt":"A"}"#,
      ]),
    Row(
      name: "BViewType", accepted: [#"{"title":""}"#],
      refused: ["{}", #"{"title":1}"#, #"{"title":"A","iconUrl":"https://a.example/1"}"#]),
    Row(
      name: "RichViewType",
      accepted: [
        "{}", #"{"title":"A","richText":[]}"#,
        #"{"richText":[{"text":{"text":"","fontSize":1,"textStyle":[]}},{"image":{"url":"https://a.example/1"}}]}"#,
        #"{"richText":[{"text":{"text":"A","fontSize":200,"textStyle":["underline"]}}]}"#,
        #"{"richText":[{"image":{"url":"https://a.example/1","width":0,"height":10000}}]}"#,
      ],
      refused: [
        #"{"title":1}"#, #"{"richText":{}}"#, #"{"text":"A"}"#, #"{"richText":[{}]}"#, #"{"richText":["A"]}"#,
        #"{"richText":[{"video":{}}]}"#,
        #"{"richText":[{"text":{"text":"A"},"image":{"url":"https://a.example/1"}}]}"#,
        #"{"richText":[{"text":{}}]}"#, #"{"richText":[{"text":{"text":"A","color":"red"}}]}"#,
        #"{"richText":[{"text":{"text":"A","fontSize":0}}]}"#,
        #"{"richText":[{"text":{"text":"A","fontSize":201}}]}"#,
        #"{"richText":[{"text":{"text":"A","fontSize":12.5}}]}"#,
        #"{"richText":[{"text":{"text":"A","fontSize":"12"}}]}"#,
        #"{"richText":[{"text":{"text":"A","textStyle":"underline"}}]}"#,
        #"{"richText":[{"text":{"text":"A","textStyle":["bold"]}}]}"#,
        #"{"richText":[{"image":{}}]}"#, #"{"richText":[{"image":{"url":"1.png"}}]}"#,
        #"{"richText":[{"image":{"url":"https://a.example/1","width":-1}}]}"#,
        #"{"richText":[{"image":{"url":"https://a.example/1","height":10001}}]}"#,
        #"{"richText":[{"image":{"url":"https://a.example/1","width":"24"}}]}"#,
        #"{"richText":[{"image":{"url":"https://a.example/1","alt":"A"}}]}"#,
      ]),
  ]
}
