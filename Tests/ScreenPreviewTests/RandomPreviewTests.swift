import JSONText
import ScreenPreview
import Screens
import SeededRandom
import Testing

/// Random templates with random content: a page is well-formed, whatever they hold.
@Suite struct RandomPreviewTests {
  private struct Source {
    var random: SplitMix64

    mutating func pick<Value>(_ values: [Value]) -> Value { values[random.next(below: values.count)] }

    mutating func text() -> String {
      pick([
        "$", "$a", "$a.b", "$$x", "<b>", "\"><i x='", "&amp;", "\u{0}\u{7F}", "#ff0000", "red", "200",
        "-1e400",
        "https://e.x/\"a.png", "asset:<x>", "data:image/svg+xml,<svg onload=x>", "</style><script>", "",
      ])
    }

    mutating func content(_ depth: Int) -> JSONValue {
      switch random.next(below: depth > 3 ? 4 : 6) {
      case 0: return .null
      case 1: return .bool(random.next(below: 2) == 0)
      case 2: return .number(JSONNumber(random.next(below: 100_000) - 50_000))
      case 3: return .string(text())
      case 4: return .array((0..<random.next(below: 4)).map { _ in content(depth + 1) })
      default:
        var object = JSONObject()
        for name in ["a", "b", "<", "a.b"] where random.next(below: 3) > 0 {
          object[name] = content(depth + 1)
        }
        return .object(object)
      }
    }

    mutating func node(_ depth: Int) -> JSONValue {
      var object = JSONObject()
      switch random.next(below: depth > 3 ? 4 : 8) {
      case 0, 1:
        object["text"] = .string(text())
        for name in ["color", "size", "decoration", "background"] where random.next(below: 2) == 0 {
          object[name] = .string(pick(["$a", "$b", "$"]))
        }
      case 2:
        object["image"] = .string(text())
        for name in ["width", "height"] where random.next(below: 2) == 0 {
          object[name] = .string(pick(["$a", "$b"]))
        }
      case 3:
        object["badge"] = .string(text())
        object["icon"] = .string(text())
      case 4: object[pick(["column", "row"])] = .array((0..<3).map { _ in node(depth + 1) })
      case 5: object = ["each": .string(pick(["$", "$a", "$b"])), "node": node(depth + 1)]
      case 6:
        object = ["when": .string(pick(["$a", "$b"])), "is": content(3), "then": node(4), "else": node(4)]
      default:
        object["text"] = .array([.object(["text": .string(text())]), .object(["badge": .string(text())])])
      }
      return .object(object)
    }
  }

  @Test(arguments: 0..<20) func `a page is well-formed and holds no other markup`(seed: Int) throws {
    var source = Source(random: SplitMix64(seed: UInt64(seed)))
    let tag = #/<(/?)(!doctype html|[a-z0-9]+)((?: [a-zA-Z-]+="[^"<>]*")*)>/#
    let void: Set<Substring> = ["!doctype html", "meta", "link", "img", "hr"]
    let allowed = void.union([
      "html", "head", "title", "body", "header", "main", "h1", "h2", "section", "ul", "li", "div", "p",
      "span", "svg",
    ])
    var accepted = 0
    for _ in 0..<60 {
      let document = try JSONDocument(source.node(0).serialized())
      guard let template = try? PreviewTemplate(viewType: "T", document) else { continue }
      accepted += 1
      var fixture = try PreviewFixture()
      fixture.catalogue.setPreview(template)
      let items = [Item("one", "T", source.content(0)), Item("two", "OTHER", source.content(0))]
      let page = fixture.page(items, title: source.text())
      var open: [Substring] = []
      var rest = page[...]
      while let start = rest.firstIndex(of: "<") {
        guard let match = rest[start...].prefixMatch(of: tag)?.output, allowed.contains(match.2) else {
          Issue.record("\(rest[start...].prefix(80))")
          return
        }
        if !match.1.isEmpty {
          #expect(open.popLast() == match.2)
        } else if !void.contains(match.2) {
          open.append(match.2)
        }
        rest = rest[rest.index(start, offsetBy: match.0.count)...]
      }
      #expect(open.isEmpty)
    }
    #expect(accepted > 10)
  }
}
