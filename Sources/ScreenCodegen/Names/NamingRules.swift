/// The rules for names in one language.
struct NamingRules: Sendable {
  /// Where the types of the parts of a view type are declared.
  enum Placement: Sendable {
    /// Each type within the type that uses it.
    case nested
    /// All types of a view type directly within the type of its content.
    case inViewType
    /// All types in one namespace; their names begin with that of the view type.
    case flat
  }

  let placement: Placement
  /// Types that the generated source uses. No generated type has such a name.
  let types: Set<String>
  /// Common types of apps. No view type has such a name, because it would hide them in the app.
  let appTypes: Set<String>
  /// The files that are generated besides those of the view types, without extension.
  let files: Set<String>
  /// Names that a member cannot have.
  let members: Set<String>
  /// Further names that a member of a view type's content cannot have.
  let rootMembers: Set<String>
  /// Names that an option of a choice cannot have.
  let options: Set<String>
  /// Names that an alternative of a union cannot have.
  let alternatives: Set<String>
  /// Whether options and alternatives are types, and are named like types.
  var hasTypesAsCases = false
  /// Whether names of types in one scope must differ in more than case, because each type becomes a file.
  var ignoresCase = false
  /// The longest name of a type, in UTF-8 bytes. Some compilers join nested names into a file name.
  var maximumTypeBytes = Int.max
}
