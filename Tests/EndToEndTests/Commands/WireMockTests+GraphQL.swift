import Testing

/// The matcher of WireMock's extension for GraphQL.
extension WireMockTests {
  @Test func `a query of GraphQL is matched with other spaces`() async throws {
    let lines = try await convert(
      #"""
      {"request": {"method": "POST", "urlPath": "/graphql", "customMatcher": {"name": "graphql-body-matcher", "parameters": {"query": "query Hero($id: ID!) { hero(id: $id, text: \"a b\") { name ...Parts friends { name } } }", "variables": {"id": 7}, "operationName": "Hero"}}}, "response": {"jsonBody": {"data": 1}}},
      {"request": {"method": "POST", "urlPath": "/graphql", "customMatcher": {"name": "graphql-body-matcher", "parameters": {"query": "{ a }"}}}, "response": {"jsonBody": {"data": 2}}},
      {"request": {"method": "POST", "urlPath": "/a", "customMatcher": {"name": "graphql-body-matcher", "parameters": {"query": "{ a }", "operationName": 5}}}, "response": {}},
      {"request": {"method": "POST", "urlPath": "/a", "customMatcher": {"name": "graphql-body-matcher", "parameters": {"query": "{ a } # b"}}}, "response": {}},
      {"request": {"method": "POST", "urlPath": "/a", "customMatcher": {"name": "graphql-body-matcher", "parameters": {"query": "{ \#(String(repeating: "a ", count: 250))}"}}}, "response": {}},
      {"request": {"method": "POST", "urlPath": "/graphql", "customMatcher": {"name": "graphql-body-matcher", "parameters": {"query": "{ p(at: [-1, 2], color: \"#ff0000\") }"}}}, "response": {"jsonBody": {"data": 3}}}
      """#)
    #expect(
      lines.dropLast() == [
        "\(Self.file)/0/request/customMatcher: the parts of a query are compared in their order",
        "\(Self.file)/1/request/customMatcher: the parts of a query are compared in their order",
        "\(Self.file)/2/request/customMatcher/parameters/operationName: the stub is left out: this is a string in the files of WireMock",
        "\(Self.file)/3/request/customMatcher/parameters/query: the stub is left out: write the query without comments and block strings",
        "\(Self.file)/4/request/customMatcher/parameters/query: the stub is left out: its regular expression has 1015 bytes, and may have 1000",
        "\(Self.file)/5/request/customMatcher: the parts of a query are compared in their order",
      ])
    func post(_ query: String, _ rest: String = "", is expected: String?) -> Exchange {
      .post("/graphql", #"{"query": "\#(query)"\#(rest)}"#, is: expected)
    }
    let hero = #"query Hero($id:ID!){hero(id:$id text:\"a b\"){name...Parts friends{\n  name\n}}}"#
    let rest = #", "variables": {"id": 7}, "operationName": "Hero""#
    try await expect([
      post(hero, rest, is: #"{"data":1}"#), post(hero.replacing("a b", with: "ab"), rest, is: nil),
      post(hero, rest.replacing("7", with: "8"), is: nil), post(hero, is: nil),
      post(hero.replacing("query Hero", with: "queryHero"), rest, is: nil),
      post(" {a} ", is: #"{"data":2}"#), post("{a}", #", "variables": null"#, is: #"{"data":2}"#),
      post("{ b }", is: nil), post("{ a }", #", "variables": {"id": 1}"#, is: nil),
      post("{ a }", #", "operationName": "A""#, is: nil),
      post(##"{p(at:[-1 2]color:\"#ff0000\")}"##, is: #"{"data":3}"#),
      post(##"{p(at:[-1,2],color:\"#ff0000\")}"##, is: #"{"data":3}"#),
      post(##"{p(at:[-12],color:\"#ff0000\")}"##, is: nil),
    ])
  }
}
