/// The names of generated Kotlin.
enum KotlinNames {
  static let rules = NamingRules(
    placement: .inViewType, types: types, appTypes: appTypes, files: supportFiles, members: members,
    rootMembers: ["viewType"], options: types, alternatives: types, hasTypesAsCases: true, ignoresCase: true,
    maximumTypeBytes: 60)

  /// The names of the files besides those of the view types, without extension.
  static let supportFiles: Set<String> = [
    "ContentCoding", "CrashLog", "DecodingProblem", "EventStream", "ExposureReporter", "FormatPaths",
    "ItemReader", "JsonPatch", "LiveUpdates", "PlatformLanguages", "PlatformTransport", "ReportQueue",
    "Screen", "ScreenCache", "ScreenClient", "ScreenException", "ScreenReader", "ScreenReport",
    "ScreenReporter", "ScreenRequests", "ScreenSnapshot", "ScreenTransport", "ValuePath", "ViewContent",
    "WireFormat",
  ]

  /// Returns the name, in backticks if it is not an identifier by itself.
  static func escaped(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { $0.isASCII || $0.isPlainLetter }
    return isPlain && !keywords.contains(name) ? name : "`\(name)`"
  }

  static let literal = CodeUnitLiteral(escaped: ["$"])

  /// Hard keywords (Kotlin language specification, "Syntax and grammar: Keywords").
  static let keywords: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is",
    "null", "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof",
    "val", "var", "when", "while",
  ]

  /// Names that a member cannot have: `getClass` is final in Java.
  private static let members: Set<String> = ["class"]

  /// Types that the generated source uses. A generated type must not hide them.
  private static let types: Set<String> = [
    "Any", "Array", "ArrayDeque", "Boolean", "BooleanCoding", "Byte", "CachedScreen", "Char", "CharSequence",
    "Collection", "Companion", "Comparable", "ContentException", "ContentSerializer", "CrashLog", "Decoder",
    "DecodingProblem", "Double", "DoubleCoding", "Encoder", "Enum", "Error", "EventStreamParser", "Exception",
    "ExposureReporter",
    "Float", "FormatPaths", "Function", "Int", "ItemCoding", "ItemListCoding", "ItemReader", "Iterable",
    "Json", "JsonArray", "JsonCoding", "JsonDecoder", "JsonElement", "JsonEncoder", "JsonNull", "JsonObject",
    "JsonPatch", "JsonPrimitive", "KSerializer", "LinkedHashMap", "List", "ListCoding", "LiveUpdates", "Long",
    "LongCoding",
    "Map", "MapCoding", "MemberReader", "MemberWriter", "MemoryCache", "MutableMap", "Nothing",
    "NullableCoding", "Number", "NumberCoding", "Object", "Pair", "PlatformTransport", "Regex", "ReportQueue",
    "Result", "Screen", "ScreenCache", "ScreenClient", "ScreenException", "ScreenItem", "ScreenReader",
    "ScreenReport", "ScreenReporter", "ScreenRequests", "ScreenSection", "ScreenSnapshot", "ScreenTransport",
    "SectionFormat", "Sequence",
    "SerialDescriptor", "Serializable", "SerializationException", "Serializer", "ServerEvent", "Set",
    "Short", "String", "StringCoding", "Suppress", "Throwable", "TransportRequest", "TransportResponse",
    "Triple", "UInt", "ULong", "Unit", "Unknown", "ValuePath", "ViewContent", "WireFormat",
  ]

  /// Common types of Jetpack Compose and Android. A view type with such a name would hide them in the app.
  private static let appTypes: Set<String> = [
    "Activity", "Alignment", "Arrangement", "Box", "Bundle", "Button", "Canvas", "Card", "Checkbox", "Color",
    "Column", "Composable", "Context", "Divider", "Fragment", "Icon", "Image", "Intent", "LazyColumn",
    "LazyRow", "Modifier", "Row", "Scaffold", "Slider", "Spacer", "State", "Surface", "Switch", "Tab", "Text",
    "TextField", "TextStyle", "Uri", "View", "ViewGroup",
  ]
}
