import CurlClient
import JSONText

extension Check {
  /// The five wire formats.
  static let formats: [Check] = [
    Check("every shipped screen has all five formats with items in the same order") { subject in
      for name in ShippedScreens.names {
        let own = try await subject.fetch("/screens/\(name)?format=screen").json()
        let sections = own["sections"]?.arrayValue ?? []
        let items = sections.flatMap { $0["items"]?.arrayValue ?? [] }
        try expect("items of \(name)", !items.isEmpty, "some", got: own.text)
        let screenName = own["screenName"] ?? .null
        for (format, expected) in [
          ("viewItems", ["viewItems": array(items, "viewType", "viewObject")]),
          (
            "contents",
            ["screenName": screenName, "contents": array(items, "sectionComponentType", "section")]
          ),
          (
            "responseData",
            ["responseData": ["screenName": screenName, "contents": array(items, "viewType", "content")]]
          ),
          ("sections", ["screenName": screenName, "sections": .array(sections.map(tableSection))]),
        ] as [(String, JSONValue)] {
          try await subject.fetch("/screens/\(name)?format=\(format)").expectBody(expected)
        }
      }
    },
    Check("the format screen contains route, version, names and ids") { subject in
      let response = try await subject.fetch("/screens/settings?format=screen")
      try response.expectNames(["route", "version", "screenName", "sections"], at: "")
      try response.expectMember("/route", is: "settings")
      try response.expectMember("/version", is: .number(JSONNumber(try response.screenVersion())))
      try response.expectNames(["id", "viewType", "content"], at: "/sections/0/items/0")
    },
    Check("the format screen names experiment and variant of a user") { subject in
      let response = try await subject.fetch("/screens/home?format=screen&user=42")
      try response.expectMember("/experiment", is: .string(try response.require("Screen-Experiment")))
      try response.expectMember("/variant", is: .string(try response.require("Screen-Variant")))
      try response.expectNames(
        ["route", "version", "screenName", "experiment", "variant", "sections"], at: "")
    },
    Check("a made-up screen of two sections has the right shape in each format", need: .adminToken) {
      subject in
      try await subject.withScreen("sections", TestScreen.sections) { route in
        let cases: [(String, JSONValue)] = [
          (
            "viewItems",
            [
              "viewItems": [
                ["viewType": "ONE_LINE_TEXT", "viewObject": first],
                ["viewType": "TWO_LINE_TEXT", "viewObject": second],
                ["viewType": "TITLE", "viewObject": third],
              ]
            ]
          ),
          (
            "contents",
            [
              "screenName": "두 부분",
              "contents": [
                ["sectionComponentType": "ONE_LINE_TEXT", "section": first],
                ["sectionComponentType": "TWO_LINE_TEXT", "section": second],
                ["sectionComponentType": "TITLE", "section": third],
              ],
            ]
          ),
          (
            "responseData",
            [
              "responseData": [
                "screenName": "두 부분",
                "contents": [
                  ["viewType": "ONE_LINE_TEXT", "content": first],
                  ["viewType": "TWO_LINE_TEXT", "content": second],
                  ["viewType": "TITLE", "content": third],
                ],
              ]
            ]
          ),
          (
            "sections",
            [
              "screenName": "두 부분",
              "sections": [
                [
                  "header": "Head", "footer": "Foot",
                  "cells": [
                    ["cellIdentifier": "ONE_LINE_TEXT", "customData": first],
                    ["cellIdentifier": "TWO_LINE_TEXT", "customData": second],
                  ],
                ],
                ["cells": [["cellIdentifier": "TITLE", "customData": third]]],
              ],
            ]
          ),
          (
            "screen",
            [
              "route": .string(route), "version": 1, "screenName": "두 부분",
              "sections": [
                [
                  "id": "first", "header": "Head", "footer": "Foot",
                  "items": [
                    ["id": "a", "viewType": "ONE_LINE_TEXT", "content": first],
                    ["id": "b", "viewType": "TWO_LINE_TEXT", "content": second],
                  ],
                ],
                ["id": "last", "items": [["id": "TITLE-1", "viewType": "TITLE", "content": third]]],
              ],
            ]
          ),
        ]
        for (format, expected) in cases {
          try await subject.fetch("/screens/\(route)?format=\(format)").expectBody(expected)
        }
        try await subject.fetch("/screens/\(route)").expectBody(cases[3].1)
      }
    },
    Check("numbers keep their text, and members keep their order", need: .adminToken) { subject in
      let text = """
        {"items":[{"viewType":"RichViewType","content":{"title":"t",\
        "richText":[{"image":{"width":1.0,"url":"https://example.com/a","height":1e1}}]}}]}
        """
      try await subject.withRoute("numbers") { route in
        _ = try await subject.admin("PUT", "/admin/screens/\(route)", body: Array(text.utf8)).expecting(201)
        let body = try await subject.fetch("/screens/\(route)").raw.text
        let image = #"{"image":{"width":1.0,"url":"https://example.com/a","height":1e1}}"#
        try expect("body", body.contains(image), "one that holds \(image)", got: body)
      }
    },
    Check(
      "a definition without a name gets its route as name, and an empty list stays a list", need: .adminToken
    ) {
      subject in
      try await subject.withScreen("empty", ["items": []]) { route in
        try await subject.fetch("/screens/\(route)").expectBody(["viewItems": []])
        try await subject.fetch("/screens/\(route)?format=contents").expectBody([
          "screenName": .string(route), "contents": [],
        ])
      }
    },
  ]

  private static let first: JSONValue = ["text1": "é \"\\ \u{1F35C}"]
  private static let second: JSONValue = ["text2": "second", "text1": "first"]
  private static let third: JSONValue = ["badges": [], "title": "t"]
}

/// Items as objects, with these names for view type and content.
private func array(_ items: [JSONValue], _ viewType: String, _ content: String) -> JSONValue {
  .array(
    items.map { item in
      var shape = JSONObject()
      shape[viewType] = item["viewType"]
      shape[content] = item["content"]
      return .object(shape)
    })
}

/// A section in the format `sections`.
private func tableSection(_ section: JSONValue) -> JSONValue {
  var shape = JSONObject()
  shape["header"] = section["header"]
  shape["footer"] = section["footer"]
  shape["cells"] = array(section["items"]?.arrayValue ?? [], "cellIdentifier", "customData")
  return .object(shape)
}
