import JSONText
package import Screens

/// The endpoints of a folder.
package enum EndpointFiles {
  /// Reads the endpoints and checks that requests can tell them apart.
  /// - Parameters:
  ///   - screens: the screens that endpoints can name.
  ///   - invalid: screens whose own files are invalid.
  ///   - hasUpstream: whether a real backend answers what is for it.
  /// - Returns: the valid endpoints, and the problems of the other files. The warnings are about valid files.
  package static func read(
    _ files: [FolderContents.File], catalogue: Catalogue, screens: [LazyPublishedScreen],
    invalid: Set<Route> = [], hasUpstream: Bool = false
  ) -> (endpoints: [MockEndpoint], problems: [FileProblem], warnings: [FileProblem]) {
    let routes = screens.map(\.route.name) + invalid.map(\.name)
    var endpoints: [MockEndpoint] = []
    var problems: [FileProblem] = []
    var warnings: [FileProblem] = []
    // By method and shape: only such entries can be the same.
    var known: [String: [(entry: MockEndpointTable.Entry, place: String)]] = [:]
    let sorted = files.compactMap { file in
      if case .endpoint(let name) = file.kind { (name: name, file: file) } else { nil }
    }.sorted { $0.name < $1.name }
    for (name, file) in sorted {
      do {
        let document = try JSONDocument(file.text)
        let endpoint = try EndpointReader.read(document, name: name, catalogue: catalogue, routes: routes)
        let entries = MockEndpointTable.entries(of: endpoint)
        let place = JSONPointer(tokens: ["request", "path"])
        for entry in entries {
          guard let other = known[entry.key]?.first(where: { $0.entry.isSame(as: entry) }) else { continue }
          throw InvalidDocument(same(entry, as: other, at: place, in: document))
        }
        let position = document.position(of: place)
        for entry in entries {
          let place = "\(file.shownPath):\(position.line):\(position.column)"
          known[entry.key, default: []].append((entry, place))
        }
        endpoints.append(endpoint)
        guard case .responses(_, isForwarded: true) = endpoint.action, !hasUpstream else { continue }
        var found = Diagnostics(
          Diagnostic(
            .invalidValue, at: JSONPointer(tokens: ["proxy"]),
            "requests that no response answers get status 502: this server has no real backend"))
        found.locate(in: document)
        warnings.append(
          FileProblem(path: file.shownPath, diagnostics: found, text: file.text, severity: .warning))
      } catch let error as JSONSyntaxError {
        problems.append(
          FileProblem(path: file.shownPath, diagnostics: Diagnostics(error), text: file.text))
      } catch let error as InvalidDocument {
        problems.append(
          FileProblem(path: file.shownPath, diagnostics: error.diagnostics, text: file.text))
      } catch {
        continue
      }
    }
    return (endpoints, problems, warnings)
  }

  private static func same(
    _ entry: MockEndpointTable.Entry, as other: (entry: MockEndpointTable.Entry, place: String),
    at pointer: JSONPointer, in document: JSONDocument
  ) -> Diagnostics {
    var found = Diagnostics(
      Diagnostic(
        .duplicateEndpoint, at: pointer,
        "no request can tell \(entry.method) \(entry.path) apart from \(other.entry.method) "
          + "\(other.entry.path) at \(other.place)",
        hint: "give one of them another path, or a \"when\""))
    found.locate(in: document)
    return found
  }
}
