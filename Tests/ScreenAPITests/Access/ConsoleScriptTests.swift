import Testing

@testable import ScreenAPI

struct ConsoleScriptTests {
  private static func scripts(_ sources: [String: String]) -> ConsoleScripts {
    ConsoleScripts(sources.mapValues { Array($0.utf8) })
  }

  @Test func `the modules of a folder are one script, each after those it imports`() {
    let joined = Self.scripts([
      "kit/api.js":
        "import { h } from './dom.js';\nimport { base } from './router.js';\nexport const get = h(base);\n",
      "kit/dom.js": "export function h() {}\n",
      "kit/router.js": "import { h } from './dom.js';\nexport const base = h();\n",
      "editor/a.js":
        "import { get as ask } from '../kit/api.js';\nimport { b } from './canvas/b.js';\nexport const a = ask(b);\n",
      "editor/canvas/b.js":
        "import {\n  base,\n  get as ask,\n} from '../../kit/api.js';\nimport { text } from '../../pages/text.js';\nexport const b = 1;\n",
      "pages/text.js": "export class text {}\n",
      "views/list.js":
        "import { h } from '../kit/dom.js';\nimport { row } from './row.js';\nexport async function show() {}\n",
      "views/row.js": "export let row = 1;\n",
      "main.js": "import { h } from './kit/dom.js';\nimport('./views/list.js');\n",
    ])
    #expect(joined.unreadable == [])
    #expect(
      joined.scripts.mapValues { String(decoding: $0, as: UTF8.self) } == [
        "kit.js": "export function h() {}\nexport const base = h();\nexport const get = h(base);\n",
        "editor.js":
          "import { base, get as ask } from './kit.js';\nimport { text } from './pages.js';\nexport const b = 1;\nexport const a = ask(b);\n",
        "pages.js": "export class text {}\n",
        "views/list.js":
          "import { h } from '../kit.js';\nimport { row } from '../views/row.js';\nexport async function show() {}\n",
        "views/row.js": "export let row = 1;\n",
        "main.js": "import { h } from './kit.js';\nimport('./views/list.js');\n",
      ])
  }

  @Test(arguments: [
    "import * as dom from './dom.js';", "import h from './dom.js';", "import './dom.js';",
    "import { h } from 'dom';", "import { h } from \"./dom.js\";", "import { h } from '../../dom.js';",
    "import { h } from './none.js';", "import { h as element } from './dom.js';", "export { h };",
    "export * from './dom.js';", "export default 1;", "const a = 1;\nimport { h } from './dom.js';",
  ]) func `a statement that cannot be joined is found`(source: String) {
    let joined = Self.scripts(["kit/api.js": source + "\n", "kit/dom.js": "export function h() {}\n"])
    #expect(joined.unreadable.count == 1)
    #expect(joined.unreadable.allSatisfy { $0.hasPrefix("kit/api.js: ") })
  }

  @Test func `all scripts of the console can be joined`() {
    let scripts = ConsoleFile.scripts
    #expect(scripts.unreadable == [])
    #expect(scripts.scripts["kit.js"] != nil && scripts.scripts["kit/api.js"] == nil)
  }
}
