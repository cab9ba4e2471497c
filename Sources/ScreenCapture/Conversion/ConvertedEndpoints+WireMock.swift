package import JSONText
import ScreenMock
import Screens

extension ConvertedEndpoints {
  /// Converts stub mappings of WireMock. Those with one method and one shape of paths become the responses of one
  /// endpoint.
  /// - Parameters:
  ///   - mappings: the files of `mappings/` with their paths, in order.
  ///   - isTemplated: whether all responses have templates, as with `--global-response-templating`.
  ///   - file: reads a file of `__files/`.
  package init(
    wireMock mappings: [(file: String, json: JSONValue)], isTemplated: Bool, file: (String) -> [UInt8]?
  ) {
    self.init()
    var known: [ExactString: WireMockFile?] = [:]
    func knownFile(_ name: String) -> WireMockFile? {
      if let found = known[ExactString(name)] { return found }
      let found = file(name).map { WireMockFile($0) }
      known[ExactString(name)] = .some(found)
      return found
    }
    var stubs: [PlacedStub] = []
    var proxy: String?
    for (path, json) in mappings {
      let several = json["mappings"]?.arrayValue
      for (index, source) in (several ?? [json]).enumerated() {
        let tokens = several == nil ? [] : ["mappings", String(index)]
        guard WireMockStub.isStub(source) else {
          leaveOut(path, tokens, "this is no stub: it has neither \"request\" nor \"response\"")
          continue
        }
        do throws(NoCounterpart) {
          let stub = try WireMockStub(source, isTemplated: isTemplated, file: knownFile)
          var placed = PlacedStub(stub: stub, file: path, tokens: tokens, number: stubs.count)
          try placed.check()
          if let own = stub.response.proxy {
            guard own == proxy ?? own else {
              throw NoCounterpart(
                tokens: ["response", "proxyBaseUrl"],
                reason: "a server has one real backend, such as \(proxy ?? "")")
            }
            proxy = own
          }
          for note in stub.notes { leaveOut(path, tokens + note.tokens, note.reason) }
          placed.asset = stub.response.asset.map { add(asset: $0.bytes, named: $0.name ?? placed.assetName) }
          stubs.append(placed)
        } catch {
          leaveOut(path, tokens + error.tokens, "the stub is left out: \(error.reason)")
        }
      }
    }
    stubs.sort { $0.precedes($1) }
    add(stubs)
  }

  private mutating func add(_ stubs: [PlacedStub]) {
    var answering: Set<Int> = []
    var failures: [Int: [Failure]] = [:]
    for method in WireMockStub.allMethods {
      let candidates = stubs.filter { $0.stub.methods.contains(method) }
      let general = candidates.filter(\.stub.path.hasPlaceholders)
      var groups = Dictionary(grouping: candidates) { ExactString($0.stub.path.shape) }
      for first in candidates {
        guard let own = groups.removeValue(forKey: ExactString(first.stub.path.shape)) else { continue }
        var group = WireMockGroup(method: method, stubs: own)
        let place = "\(method) \(group.places.path)"
        guard files.count < MockEndpoint.maximumEndpoints else {
          let error = NoCounterpart(
            tokens: [], reason: "a folder has at most \(MockEndpoint.maximumEndpoints) endpoints")
          for stub in own { failures[stub.number, default: []].append(Failure(place: place, error: error)) }
          continue
        }
        let others = general.filter { $0.stub.path.isLessSpecific(than: group.places.segments) }
        var found: [(number: Int, failure: Failure)] = []
        for stub in (own + others).sorted(by: { $0.precedes($1) }) where !group.isFull {
          do throws(NoCounterpart) {
            try group.add(stub)
          } catch {
            found.append((stub.number, Failure(place: place, error: error)))
          }
        }
        let json = group.json
        let numbers = Set(own.map(\.number))
        // Where an endpoint is missing, or only for its first stub, the others answer at the next endpoint.
        let hasOthers = json != nil && !group.hasOnlyFirst
        for (number, failure) in found where hasOthers || numbers.contains(number) {
          failures[number, default: []].append(failure)
        }
        guard let json else { continue }
        answering.formUnion(group.answering)
        add(json, named: "\(method.lowercased())-\(group.places.path)")
      }
    }
    for stub in stubs.sorted(by: { $0.number < $1.number }) {
      report(failures[stub.number] ?? [], of: stub, isAnswering: answering.contains(stub.number))
    }
    if let proxy = stubs.first(where: { $0.stub.response.proxy != nil && answering.contains($0.number) }) {
      note("start the server with --upstream \(proxy.stub.response.proxy ?? "")")
    }
  }

  /// The reason why a stub has no response at an endpoint.
  private struct Failure {
    /// The method and path of the endpoint.
    let place: String
    let error: NoCounterpart
  }

  private mutating func report(_ failures: [Failure], of stub: PlacedStub, isAnswering: Bool) {
    if isAnswering {
      for failure in failures {
        leaveOut(
          stub.file, stub.tokens + failure.error.tokens,
          "the stub does not answer \(failure.place): \(failure.error.reason)")
      }
    } else if let error = failures.first?.error {
      leaveOut(stub.file, stub.tokens + error.tokens, "the stub is left out: \(error.reason)")
    } else {
      leaveOut(stub.file, stub.tokens, "the stub is left out: other stubs answer all of its requests first")
    }
  }
}

/// A stub with its place in the files.
struct PlacedStub {
  let stub: WireMockStub
  let file: String
  let tokens: [String]
  /// The place in the order of reading.
  let number: Int
  /// The name of its file in `_assets/`.
  var asset: String?

  init(stub: WireMockStub, file: String, tokens: [String], number: Int) {
    self.stub = stub
    self.file = file
    self.tokens = tokens
    self.number = number
  }

  /// Whether this stub answers a request that both match: its priority is lower, or equal and it was added later.
  func precedes(_ other: PlacedStub) -> Bool {
    (stub.priority, -number) < (other.stub.priority, -other.number)
  }

  /// The name of a body without one: the last segment of the path.
  var assetName: String {
    guard case .literal(let text)? = stub.path.segments.last, text.contains(".") else { return "body.bin" }
    return text
  }

  /// Checks that an endpoint with this stub alone is valid.
  func check() throws(NoCounterpart) {
    var group = WireMockGroup(method: stub.methods.first ?? "", stubs: [self])
    try group.add(self)
    guard var json = group.json else { return }
    // The folder of assets has no file yet.
    if stub.response.asset != nil, case .object(var endpoint) = json {
      endpoint["responses"] = .array(
        (endpoint["responses"]?.arrayValue ?? []).map { response in
          guard case .object(var response) = response else { return response }
          response["asset"] = nil
          return .object(response)
        })
      json = .object(endpoint)
    }
    do {
      let document = try JSONDocument(json.serialized())
      _ = try MockEndpoint.read(document, name: "stub", catalogue: Catalogue(), routes: [])
    } catch let error as InvalidDocument {
      let first = error.diagnostics.kept.first
      let hint = first?.hint.map { "; \($0)" } ?? ""
      throw NoCounterpart(tokens: [], reason: (first?.message ?? "the endpoint is invalid") + hint)
    } catch {
      throw NoCounterpart(tokens: [], reason: "the endpoint is too deep")
    }
  }
}
