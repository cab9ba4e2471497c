import CurlClient
import JSONText

extension Check {
  /// The screens that Marquee comes with.
  static let screens: [Check] = [
    Check("all six shipped screens are served") { subject in
      for name in ShippedScreens.names {
        let answer = try await subject.fetch("/screens/\(name)")
        try expect("Content-Type of \(answer.about)", answer.field("Content-Type"), is: "application/json")
        _ = try answer.json()
        try expect("version of \(name)", try answer.screenVersion() >= 1, "at least 1", got: answer.summary)
      }
    },
    Check("menu is the noodle menu, members in order") { subject in
      try await subject.fetch("/screens/menu").expectBody(ShippedScreens.menu)
      try await subject.fetch("/screens/menu?format=viewItems").expectBody(ShippedScreens.menu)
    },
    Check("welcome is the enveloped screen, members in order") { subject in
      try await subject.fetch("/screens/welcome").expectBody(ShippedScreens.welcome)
    },
    Check("home without a user is the noodle menu, in no variant") { subject in
      let answer = try await subject.fetch("/screens/home")
      try answer.expectBody(ShippedScreens.menu)
      try expect("Screen-Variant without a user", answer.field("Screen-Variant"), is: nil)
    },
    Check("an empty user is no user") { subject in
      let answer = try await subject.fetch("/screens/home?user=")
      try expect("Screen-Variant of an empty user", answer.field("Screen-Variant"), is: nil)
      try answer.expectBody(ShippedScreens.menu)
    },
    Check("cafe has TITLE and PLUS_TITLE items under contents") { subject in
      let answer = try await subject.fetch("/screens/cafe")
      try answer.expectMember("/screenName", is: "Home")
      let kinds = try kinds(in: answer, at: "/contents", member: "sectionComponentType")
      try expect("view types of cafe", Set(kinds), is: ["TITLE", "PLUS_TITLE"])
      try answer.expectNames(["screenName", "contents"], at: "")
      try answer.expectNames(["sectionComponentType", "section"], at: "/contents/0")
    },
    Check("settings has two sections with header and footer") { subject in
      let answer = try await subject.fetch("/screens/settings")
      let sections = try answer.member("/sections").arrayValue ?? []
      try expect("number of sections of settings", sections.count, is: 2)
      for place in sections.indices {
        try answer.expectNames(["header", "footer", "cells"], at: "/sections/\(place)")
        try answer.expectNames(["cellIdentifier", "customData"], at: "/sections/\(place)/cells/0")
      }
    },
    Check("rich has items of the three rich view types under responseData") { subject in
      let answer = try await subject.fetch("/screens/rich")
      try answer.expectMember("/responseData/screenName", is: "Home")
      let kinds = try kinds(in: answer, at: "/responseData/contents", member: "viewType")
      try expect("view types of rich", Set(kinds), is: ["AViewType", "BViewType", "RichViewType"])
    },
    Check("the shipped screens use only the shipped view types") { subject in
      for name in ShippedScreens.names {
        let answer = try await subject.fetch("/screens/\(name)?format=viewItems")
        for kind in try kinds(in: answer, at: "/viewItems", member: "viewType") {
          try expect(
            "view type in \(name)", ShippedScreens.viewTypes.contains(kind), "a shipped one", got: kind)
        }
      }
    },
    Check("JSON is sent without white space between its tokens") { subject in
      for name in ShippedScreens.names {
        let answer = try await subject.fetch("/screens/\(name)")
        try expect("body of \(answer.about)", answer.response.text, is: try answer.json().text)
      }
    },
  ]
}

/// That member of each element of an array in the body.
private func kinds(in answer: Answer, at pointer: String, member: String) throws(CheckFailure) -> [String] {
  let elements = try answer.member(pointer).arrayValue ?? []
  try expect("\(pointer) of \(answer.about)", !elements.isEmpty, "a list of items", got: answer.summary)
  var kinds: [String] = []
  for element in elements {
    kinds.append(try require("\(member) in \(answer.about)", element[member]?.stringValue, got: element.text))
  }
  return kinds
}

extension Answer {
  /// Expects an object with just these members, in this order.
  func expectNames(_ names: [String], at pointer: String) throws(CheckFailure) {
    let got = try member(pointer)
    try expect("members of \(pointer) of \(about)", got.objectValue?.names ?? [], is: names)
  }
}
