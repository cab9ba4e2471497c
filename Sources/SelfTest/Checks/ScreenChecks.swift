import CurlClient
import JSONText

extension Check {
  /// The screens that are shipped with Marquee.
  static let screens: [Check] = [
    Check("all six shipped screens are served") { subject in
      for name in ShippedScreens.names {
        let response = try await subject.fetch("/screens/\(name)")
        try expect(
          "Content-Type of \(response.about)", response.field("Content-Type"), is: "application/json")
        _ = try response.json()
        try expect(
          "version of \(name)", try response.screenVersion() >= 1, "at least 1", got: response.summary)
      }
    },
    Check("menu is the noodle menu, members in order") { subject in
      try await subject.fetch("/screens/menu").expectBody(ShippedScreens.menu)
      try await subject.fetch("/screens/menu?format=viewItems").expectBody(ShippedScreens.menu)
    },
    Check("welcome is the enveloped screen, members in order") { subject in
      try await subject.fetch("/screens/welcome").expectBody(ShippedScreens.welcome)
    },
    Check("home without a user is the noodle menu without a variant") { subject in
      let response = try await subject.fetch("/screens/home")
      try response.expectBody(ShippedScreens.menu)
      try expect("Screen-Variant without a user", response.field("Screen-Variant"), is: nil)
    },
    Check("an empty user counts as no user") { subject in
      let response = try await subject.fetch("/screens/home?user=")
      try expect("Screen-Variant of an empty user", response.field("Screen-Variant"), is: nil)
      try response.expectBody(ShippedScreens.menu)
    },
    Check("cafe has TITLE and PLUS_TITLE items under contents") { subject in
      let response = try await subject.fetch("/screens/cafe")
      try response.expectMember("/screenName", is: "Home")
      let kinds = try kinds(in: response, at: "/contents", member: "sectionComponentType")
      try expect("view types of cafe", Set(kinds), is: ["TITLE", "PLUS_TITLE"])
      try response.expectNames(["screenName", "contents"], at: "")
      try response.expectNames(["sectionComponentType", "section"], at: "/contents/0")
    },
    Check("settings has two sections with header and footer") { subject in
      let response = try await subject.fetch("/screens/settings")
      let sections = try response.member("/sections").arrayValue ?? []
      try expect("number of sections of settings", sections.count, is: 2)
      for place in sections.indices {
        try response.expectNames(["header", "footer", "cells"], at: "/sections/\(place)")
        try response.expectNames(["cellIdentifier", "customData"], at: "/sections/\(place)/cells/0")
      }
    },
    Check("rich has items of the three rich view types under responseData") { subject in
      let response = try await subject.fetch("/screens/rich")
      try response.expectMember("/responseData/screenName", is: "Home")
      let kinds = try kinds(in: response, at: "/responseData/contents", member: "viewType")
      try expect("view types of rich", Set(kinds), is: ["AViewType", "BViewType", "RichViewType"])
    },
    Check("the shipped screens use only the shipped view types") { subject in
      for name in ShippedScreens.names {
        let response = try await subject.fetch("/screens/\(name)?format=viewItems")
        for kind in try kinds(in: response, at: "/viewItems", member: "viewType") {
          try expect(
            "view type in \(name)", ShippedScreens.viewTypes.contains(kind), "a shipped one", got: kind)
        }
      }
    },
    Check("JSON is sent without white space between its tokens") { subject in
      for name in ShippedScreens.names {
        let response = try await subject.fetch("/screens/\(name)")
        try expect("body of \(response.about)", response.raw.text, is: try response.json().text)
      }
    },
  ]
}

/// A member of each element of an array in the body.
private func kinds(in response: CheckedResponse, at pointer: String, member: String) throws(CheckFailure)
  -> [String]
{
  let elements = try response.member(pointer).arrayValue ?? []
  try expect("\(pointer) of \(response.about)", !elements.isEmpty, "a list of items", got: response.summary)
  var kinds: [String] = []
  for element in elements {
    kinds.append(
      try require("\(member) in \(response.about)", element[member]?.stringValue, got: element.text))
  }
  return kinds
}

extension CheckedResponse {
  /// Expects an object with exactly these members, in this order.
  func expectNames(_ names: [String], at pointer: String) throws(CheckFailure) {
    let got = try member(pointer)
    try expect("members of \(pointer) of \(about)", got.objectValue?.names ?? [], is: names)
  }
}
