/// The names of generated TypeScript.
enum TypeScriptNames {
  static let rules = NamingRules(
    placement: .flat, types: types, appTypes: appTypes, files: supportFiles, members: [], rootMembers: [],
    options: [], alternatives: ["unknown"])

  /// The names of the files besides those of the view types, without extension.
  static let supportFiles: Set<String> = [
    "ContentCoding", "CrashLog", "DecodingProblem", "EventStream", "ExposureReporter", "FormatParts",
    "FormatPaths", "Index", "ItemReader", "JSONPatch", "LiveUpdates", "RandomID", "ReportQueue", "Screen",
    "ScreenCache", "ScreenClient", "ScreenClientOptions", "ScreenError", "ScreenReader", "ScreenReporter",
    "ScreenSnapshot", "ScreenTransport", "ValuePath", "ViewContent", "WireFormat",
  ]

  static let literal = CodeUnitLiteral(escaped: [])

  /// Types that the generated source uses, and globals of ECMAScript (ECMA-262 §19). No generated type hides them.
  private static let types: Set<String> = [
    "Abortable", "AggregateError", "Array", "ArrayBuffer", "Atomics", "Awaited", "BigInt", "Boolean",
    "CachedScreen", "ContentError", "CrashStorage", "DataView", "Date", "DocumentFormat", "Error",
    "EvalError", "Exclude",
    "ExposureReporter", "Extract", "FormatTemplate", "Function", "Infinity", "Intl", "Iterator", "JSON",
    "JSONValue", "Map", "Math", "MemberReader", "MemberWriter", "MemoryCache", "NaN", "Number", "Object",
    "Omit", "Partial", "PathFormat", "Pick", "Promise", "Proxy", "RangeError", "Readonly", "Record",
    "Reflect", "RegExp", "Required", "ReturnType", "Screen", "ScreenCache", "ScreenClient",
    "ScreenClientOptions", "ScreenError", "ScreenErrorCode", "ScreenItem", "ScreenReader", "ScreenSection",
    "ScreenSnapshot", "SectionFormat", "Set", "SnapshotSource", "String", "Symbol", "SyntaxError",
    "TypeError", "ViewContent", "WeakMap", "WeakRef", "WeakSet", "WireFormat",
  ]

  /// Common types of browsers and of React. A view type with such a name would hide them in the app.
  private static let appTypes: Set<String> = [
    "Animation", "Blob", "Comment", "Component", "Document", "Element", "Event", "File", "Fragment",
    "Headers",
    "History", "Image", "Location", "Navigator", "Node", "Option", "Range", "React", "Request", "Response",
    "Selection", "Storage", "Text", "Window",
  ]
}
