import Screens
import Testing

@Suite struct RouteTests {
  @Test(arguments: ["home", "menu/noodles", "a.b-c_d/0", "explain/x", String(repeating: "a", count: 200)])
  func `a valid route is accepted`(name: String) throws {
    #expect(try Route(name).name == name)
  }

  @Test(arguments: [
    "", "/", "a//b", "_types/x", ".x", "a/-b", "a b", "é", "a/..", String(repeating: "a", count: 201),
    "home/explain", "order", "a/items", "items/a", "x/items/y",
  ]) func `an invalid route is refused`(name: String) {
    #expect(throws: Route.NameError.self) { try Route(name) }
  }
}
