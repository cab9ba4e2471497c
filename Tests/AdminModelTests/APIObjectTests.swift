import JSONText
import Testing

@testable import AdminModel

/// Objects that state their members once.
@Suite struct APIObjectTests {
  private struct Shelf: APIObject, Equatable {
    let name: String
    let books: [Book]
    let isOpen: Bool
    let note: String?
    let owner: String?
    let rest: JSONValue

    static let members = MemberList(
      named: "Shelf", Self.init,
      Member("name", \Self.name, "Its name.", as: .choice(["a", "b"])), Member("books", \Self.books),
      Member("isOpen", \Self.isOpen), Member("note", \Self.note),
      Member(optional: "owner", \Self.owner, "Who."),
      Member("rest", \Self.rest))
  }

  private struct Book: APIObject, Equatable {
    let pages: Int?
    static let members = MemberList({ Book(pages: $0) }, Member(optional: "pages", \Book.pages))
  }

  private struct Delay: APIObject {
    let reason: String??
    static let members = MemberList({ Delay(reason: $0) }, Member(optional: "reason", \Delay.reason))
  }

  private struct Nothing: APIObject {
    static let members = MemberList({ Nothing() })
  }

  private struct Sold: APIObject {
    let book: Book
    let price: Int
    static let members = MemberList(
      { Sold(book: $0, price: $1) }, Member(flattening: \Sold.book), Member("price", \Sold.price))
  }

  private let full = Shelf(
    name: "a\"\n", books: [Book(pages: -7), Book(pages: nil)], isOpen: true, note: nil, owner: "é",
    rest: ["z": 1, "a": [.null]])

  private func decoded(_ text: String) throws -> Shelf {
    try Shelf(decoding: JSONParser.parse(Array(text.utf8)))
  }

  @Test func `the text has the members in order, without those that are left out`() throws {
    #expect(
      full.text
        == #"{"name":"a\"\n","books":[{"pages":-7},{}],"isOpen":true,"note":null,"owner":"é","rest":{"z":1,"a":[null]}}"#
    )
    let small = Shelf(name: "", books: [], isOpen: false, note: "{", owner: nil, rest: [:])
    #expect(small.text == #"{"name":"","books":[],"isOpen":false,"note":"{","rest":{}}"#)
    #expect(Nothing().text == "{}")
    for shelf in [full, small] {
      #expect(shelf.jsonValue.text == shelf.text)
      #expect(try decoded(shelf.text) == shelf)
    }
  }

  @Test func `members of a later version are left out, and order does not matter`() throws {
    let shelf = try decoded(
      #"{"rest":0,"isOpen":false,"new":{"x":1},"books":[{"pages":1.0e1,"new":2}],"note":"n","name":"c"}"#)
    #expect(
      shelf
        == Shelf(name: "c", books: [Book(pages: 10)], isOpen: false, note: "n", owner: nil, rest: 0))
  }

  @Test(arguments: [
    ("[]", "the response must be an object, and is an array"),
    ("{}", "\"name\" is missing"),
    (#"{"name":null}"#, "\"name\" must be a string, and is null"),
    (#"{"name":"a","books":{}}"#, "\"books\" must be an array, and is an object"),
    (#"{"name":"a","books":[{},1]}"#, "\"books/1\" must be an object, and is a number"),
    (
      #"{"name":"a","books":[{},{},{"pages":1.5}]}"#,
      "\"books/2/pages\" must be a whole number of 64 bits, and is a number"
    ),
    (
      #"{"name":"a","books":[{"pages":null}]}"#,
      "\"books/0/pages\" must be a whole number of 64 bits, and is null"
    ),
    (#"{"name":"a","books":[],"isOpen":0}"#, "\"isOpen\" must be a boolean, and is a number"),
    (#"{"name":"a","books":[],"isOpen":true}"#, "\"note\" is missing"),
  ])
  func `an error names the member`(text: String, message: String) {
    let error = #expect(throws: APIDecodingError.self) { try decoded(text) }
    #expect(error?.text == message)
  }

  @Test func `the members of a flattened object stand among the others`() throws {
    for (sold, text) in [
      (Sold(book: Book(pages: 1), price: 2), #"{"pages":1,"price":2}"#),
      (Sold(book: Book(pages: nil), price: 2), #"{"price":2}"#),
    ] {
      #expect(sold.text == text)
      #expect(sold.jsonValue.text == text)
      #expect(try Sold(decoding: JSONParser.parse(Array(text.utf8))).book == sold.book)
    }
    guard case .object(nil, let members) = Sold.apiType else {
      Issue.record("the type is not an object")
      return
    }
    #expect(members.map(\.name) == ["pages", "price"])
  }

  @Test func `a member that can be left out can also be null`() throws {
    for (reason, text) in [(nil, "{}"), (.some(nil), #"{"reason":null}"#), ("late", #"{"reason":"late"}"#)]
      as [(String??, String)]
    {
      let delay = Delay(reason: reason)
      #expect(delay.text == text)
      #expect(delay.jsonValue.text == text)
      #expect(try Delay(decoding: JSONParser.parse(Array(text.utf8))).reason == reason)
    }
  }

  @Test func `the type has the name, the members and their descriptions`() throws {
    guard case .object(let name, let members) = Shelf.apiType else {
      Issue.record("the type is not an object")
      return
    }
    #expect(name == "Shelf")
    #expect(members.map(\.name) == ["name", "books", "isOpen", "note", "owner", "rest"])
    #expect(members.map(\.isRequired) == [true, true, true, true, false, true])
    #expect(members.map(\.description) == ["Its name.", nil, nil, nil, "Who.", nil])
    guard case .choice(["a", "b"]) = members[0].type, case .array(.object(nil, _)) = members[1].type,
      case .orNull(.string) = members[3].type, case .string = members[4].type, case .any = members[5].type
    else {
      Issue.record("\(members.map(\.type))")
      return
    }
  }
}
