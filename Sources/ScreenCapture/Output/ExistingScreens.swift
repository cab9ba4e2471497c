package import JSONText
package import Screens

/// The documents that a folder has before the capture. Only those that earlier captures have written are changed.
package struct ExistingScreens: Sendable {
  /// Why a later capture does not change a file.
  enum Protection: Equatable {
    /// A person has written it, or has removed the mark of a drafted schema.
    case written
    /// A person has changed it since a capture wrote it.
    case edited

    var reason: String {
      switch self {
      case .written: "no capture has written it"
      case .edited: "it has been edited since capture wrote it"
      }
    }
  }

  /// The schemas by name; nil for a file that is not JSON.
  package private(set) var viewTypes: [String: JSONValue?] = [:]
  package private(set) var formats: [String: JSONValue?] = [:]
  package private(set) var screens: [Route: JSONValue?] = [:]
  package private(set) var endpoints: [String: JSONValue?] = [:]
  /// Whether the folder has a `_formats/`. Without one, its screens use the formats that Marquee ships.
  private(set) var hasFormats = false
  /// What earlier captures have written.
  private(set) var record = CaptureRecord()

  /// The keys of the screens' experiments.
  var experimentKeys: Set<String> {
    var keys: Set<String> = []
    for case let screen? in screens.values {
      let several = screen["experiments"]?.arrayValue ?? []
      for experiment in [screen["experiment"]].compactMap(\.self) + several {
        if let key = experiment["key"]?.stringValue { keys.insert(key) }
      }
    }
    return keys
  }

  /// An empty folder.
  package init() {}

  /// - Parameter record: what earlier captures have written to the folder.
  package init(_ folder: FolderContents, record: CaptureRecord = CaptureRecord()) {
    self.record = record
    hasFormats = folder.hasFormats
    for file in folder.files {
      let json = try? JSONDocument(file.text).value
      switch file.kind {
      case .document(.viewType, let name): viewTypes.updateValue(json, forKey: name)
      case .document(.format, let name): formats.updateValue(json, forKey: name)
      case .screen(let route): screens.updateValue(json, forKey: route)
      case .endpoint(let name): endpoints.updateValue(json, forKey: name)
      case .document, .scenario, .translation: break
      }
    }
  }

  // MARK: Protection

  /// Why a view type is not widened; nil if it is. Needs the mark, and no record that says otherwise.
  func protection(ofViewType name: String) -> Protection? {
    guard case let json?? = viewTypes[name] else { return .written }
    guard json[SchemaDraft.mark] == true else { return .written }
    return record.hasWritten(json, to: CapturedFile.path(.viewType, name)) ?? true ? nil : .edited
  }

  /// Why a format is not widened; nil if it is.
  func protection(ofFormat name: String) -> Protection? { protection(.format, name, formats[name]) }

  /// Why a screen is not replaced; nil if it is.
  func protection(of route: Route) -> Protection? { protection(.screen, route.name, screens[route]) }

  /// Why an endpoint is not replaced; nil if it is.
  func protection(ofEndpoint name: String) -> Protection? { protection(.endpoint, name, endpoints[name]) }

  private func protection(_ kind: CapturedFile.Kind, _ name: String, _ json: JSONValue??) -> Protection? {
    guard case let json?? = json, let isSame = record.hasWritten(json, to: CapturedFile.path(kind, name))
    else { return .written }
    return isSame ? nil : .edited
  }

  /// The queries of an earlier recording to which a screen has the responses.
  func queries(of route: Route) -> [CapturedQuery] {
    record.queries(of: CapturedFile.path(.screen, route.name))
  }

  /// The name of a screen's wire format; nil if there is no such screen.
  func format(of route: Route) -> String? {
    guard case let json?? = screens[route] else { return nil }
    return json["format"]?.stringValue ?? Definition.defaultFormat
  }

  /// The view types and formats, as a server reads them.
  var catalogue: Catalogue {
    var catalogue = Catalogue()
    _ = catalogue.setViewTypes(viewTypes.compactMapValues { $0 })
    catalogue.setFormats(CaptureFormats(self).all)
    return catalogue
  }
}
