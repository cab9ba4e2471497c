/// The console's scripts as browsers get them: the modules of a folder are one script.
///
/// The folder `kit` is `kit.js`. Modules with similar text compress much better together, and a browser loads ten
/// scripts instead of a hundred. The views stay apart, because a browser loads one when it is opened. The sources stay
/// modules, for tests, editors and the check of types.
///
/// A script is its modules one after the other, so the names at their top levels must differ within a folder.
/// `.ci/console-modules` checks this.
struct ConsoleScripts {
  /// The scripts by their paths, such as `kit.js` and `views/audit.js`.
  private(set) var scripts: [String: [UInt8]] = [:]
  /// The statements that cannot be joined, each with its module. A test expects none.
  private(set) var unreadable: [String] = []

  private let modules: [String: Module]

  /// Joins modules, by their paths such as `kit/api.js`, without lines that are only a comment.
  init(_ sources: [String: [UInt8]]) {
    var modules: [String: Module] = [:]
    for (path, source) in sources {
      let module = Module(path: path, source: source)
      modules[path] = module
      unreadable += module.unreadable.map { "\(path): \($0)" }
    }
    self.modules = modules
    for (script, members) in Dictionary(grouping: modules.keys.sorted(), by: Self.script) {
      scripts[script] = joined(members, as: script)
    }
  }

  /// The script that has a module.
  private static func script(of path: String) -> String {
    guard let end = path.firstIndex(of: "/"), path[..<end] != "views" else { return path }
    return path[..<end] + ".js"
  }

  private mutating func joined(_ paths: [String], as script: String) -> [UInt8] {
    var imported: [(script: String, names: [String])] = []
    var bodies: [UInt8] = []
    for module in inOrder(paths) {
      for statement in module.imports {
        let target = Self.script(of: statement.path)
        if modules[statement.path] == nil {
          unreadable.append("\(module.path): no module \(statement.path)")
        } else if target != script {
          let index = imported.firstIndex { $0.script == target } ?? imported.count
          if index == imported.count { imported.append((target, [])) }
          for name in statement.names where !imported[index].names.contains(name) {
            imported[index].names.append(name)
          }
        } else if let alias = statement.names.first(where: { $0.contains(" ") }) {
          unreadable.append("\(module.path): \(alias) renames what is in the same script")
        }
      }
      bodies += module.body
    }
    let root = script.contains("/") ? "../" : "./"
    let head = imported.map { target, names in
      "import { \(names.joined(separator: ", ")) } from '\(root)\(target)';\n"
    }
    return head.joined().utf8 + bodies
  }

  /// The modules with those that a module imports before it, because constants are evaluated in this order.
  private func inOrder(_ paths: [String]) -> [Module] {
    let own = Set(paths)
    var ordered: [Module] = []
    var visited: Set<String> = []
    func visit(_ path: String) {
      guard own.contains(path), let module = modules[path], visited.insert(path).inserted else { return }
      for statement in module.imports { visit(statement.path) }
      ordered.append(module)
    }
    for path in paths { visit(path) }
    return ordered
  }
}

extension ConsoleScripts {
  /// A statement such as `import { get, live as inForce } from '../kit/api.js'`.
  private struct Import {
    /// The path of the module, not relative to another one.
    let path: String
    /// The names, each with its alias.
    let names: [String]

    /// Nil for a statement of another form.
    init?(_ statement: Substring, in path: String) {
      let parts = statement.split(separator: "'", omittingEmptySubsequences: false)
      guard parts.count == 3, let list = parts.first, list.hasPrefix("import {"), list.hasSuffix("} from "),
        parts[1].hasPrefix("./") || parts[1].hasPrefix("../"), parts[2].isEmpty
      else { return nil }
      var folders = path.split(separator: "/").dropLast()
      for component in parts[1].split(separator: "/") where component != "." {
        if component == ".." {
          guard folders.popLast() != nil else { return nil }
        } else {
          folders.append(component)
        }
      }
      self.path = folders.joined(separator: "/")
      names = list.dropFirst("import {".count).dropLast("} from ".count).split(separator: ",")
        .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.filter { !$0.isEmpty }
    }
  }

  private struct Module {
    let path: String
    private(set) var imports: [Import] = []
    private(set) var unreadable: [String] = []
    /// What follows the imports.
    let body: ArraySlice<UInt8>

    /// The forms of `export` that need no change when modules are joined.
    private static let declarations = ["function ", "async function ", "const ", "let ", "class "]

    init(path: String, source: [UInt8]) {
      self.path = path
      let end = Array("';\n".utf8)
      var rest = source[...]
      while rest.starts(with: "import ".utf8), let range = rest.firstRange(of: end) {
        let statement = String(decoding: rest[..<range.upperBound].dropLast(2), as: UTF8.self)
        if let found = Import(statement[...], in: path) {
          imports.append(found)
        } else {
          unreadable.append(statement)
        }
        rest = rest[range.upperBound...]
      }
      body = rest
      for line in rest.split(separator: UInt8(ascii: "\n")) {
        let isExport = line.starts(with: "export ".utf8)
        guard isExport || line.starts(with: "import ".utf8) else { continue }
        if isExport, Self.declarations.contains(where: { line.starts(with: "export \($0)".utf8) }) {
          continue
        }
        unreadable.append(String(decoding: line, as: UTF8.self))
      }
    }
  }
}
