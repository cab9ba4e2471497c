import JSONSchema
import JSONText

/// Plans the types of the schemas of all view types. The plan is the same for each language.
///
/// Types are found in the order of the schemas and their members, so the same schemas always give the same
/// source. A schema that no type can express becomes a JSON value with a note that says why.
struct Planner {
  let schemas: ViewTypeSchemas
  let merger: SchemaMerger
  private(set) var declarations: [Declaration] = []
  /// The declarations by the location of their schema. A schema becomes one type, however it is reached.
  private var ids: [ExactString: Int] = [:]
  /// The schemas of declarations that are not planned yet, in the order in which they were found.
  private var pending: [(id: Int, schema: JSONValue, context: PlanningContext)] = []
  /// The remaining steps. They bound schemas that grow exponentially.
  private var budget = 0

  /// What a schema refers to where another item stands.
  private static let itemURI = "marquee:item"

  /// The number of steps for each view type; each step plans one schema. A large hand-written schema takes a
  /// few hundred.
  static let budgetPerViewType = 4_000

  /// The largest number of members of an object. Further members are kept as JSON.
  let maximumMembers: Int

  /// Plans the view types. Each gets the declaration with its own index.
  init(_ schemas: [(name: String, schema: JSONValue)], maximumMembers: Int) {
    self.maximumMembers = maximumMembers
    self.schemas = ViewTypeSchemas(schemas)
    merger = SchemaMerger(self.schemas)
    for (index, (name, _)) in schemas.enumerated() {
      let location = SchemaLocation(document: name, pointer: .root)
      ids[ExactString(location.key)] = index
      declarations.append(
        Declaration(
          hint: name, root: index, parent: nil,
          documentation: Documentation(of: self.schemas.schema(of: name) ?? .null)))
    }
    for (index, (name, _)) in schemas.enumerated() {
      budget = Self.budgetPerViewType
      merger.reset()
      planRoot(
        index, self.schemas.schema(of: name) ?? .null,
        location: SchemaLocation(document: name, pointer: .root))
      var index = 0
      while index < pending.count {
        let next = pending[index]
        index += 1
        declarations[next.id].kind = kind(of: next.schema, in: next.context)
      }
      pending = []
    }
  }

  private mutating func planRoot(_ id: Int, _ schema: JSONValue, location: SchemaLocation) {
    let context = PlanningContext(origin: location, parent: id, hint: declarations[id].hint)
    var shape = shape(of: schema, in: context)
    if case .reference = shape {
      shape =
        if case .keywords(let keywords) = merger.merge(schema) {
          self.shape(of: .object(keywords), in: context)
        } else {
          .value(.json("the reference cannot be resolved"))
        }
    }
    // A content is nearly always an object, so a schema with `properties` may omit its `type`.
    if case .value = shape, case .keywords(var keywords) = merger.merge(schema), keywords["type"] == nil,
      keywords["properties"] != nil
    {
      keywords["type"] = "object"
      shape = self.shape(of: .object(keywords), in: context)
    }
    switch shape {
    case .object(_, isNullable: false), .choice(_, isNullable: false), .union(_, isNullable: false):
      declarations[id].kind = kind(of: shape, in: context)
    case .dictionary(let keywords, isNullable: false):
      declarations[id].kind = .object(openObject(keywords, in: context))
    case .object, .choice, .union, .dictionary:
      // The whole content can be null, so the other values get a nested type.
      let inner = declare(
        schema, in: PlanningContext(origin: location, parent: id, hint: "value").appending("", hint: "value"))
      declarations[id].kind = .single(PlannedType(type: .declared(inner), isNullable: true))
    case .value(let planned):
      declarations[id].kind = .single(planned)
    case .reference(let reference, isNullable: _):
      declarations[id].kind = .single(self.reference(reference, in: context))
    }
  }

  // MARK: Types in use

  /// Returns the type of a schema where it is used.
  mutating func plan(_ schema: JSONValue, in context: PlanningContext) -> PlannedType {
    guard context.depth < PlanningContext.maximumDepth else {
      return .json("the schema is nested too deeply")
    }
    guard budget > 0 else { return .json("the view type has too many parts") }
    budget -= 1
    // Keywords beside the reference restrict the item, whose type is the same.
    if schema["$ref"]?.stringValue?.hasSameScalars(as: Self.itemURI) ?? false {
      return PlannedType(type: .item, isNullable: false)
    }
    let shape = shape(of: schema, in: context)
    switch shape {
    case .value(let planned):
      return planned.type.depth > PlanningContext.maximumDepth / 2
        ? .json("arrays are nested too deeply") : planned
    case .reference(let reference, isNullable: let isNullable):
      var planned = self.reference(reference, in: context)
      if isNullable { planned.isNullable = true }
      return planned
    case .dictionary(let keywords, isNullable: let isNullable):
      let values = additional(of: keywords, in: context) ?? .json(nil)
      return PlannedType(
        type: .dictionary(values.fullType), isNullable: isNullable, note: values.note)
    case .object(_, isNullable: let isNullable), .choice(_, isNullable: let isNullable),
      .union(_, isNullable: let isNullable):
      return PlannedType(type: .declared(declare(schema, in: context)), isNullable: isNullable)
    }
  }

  /// Returns the type of a referenced schema. It is one type for all references.
  private mutating func reference(_ key: String, in context: PlanningContext) -> PlannedType {
    guard let location = SchemaLocation(key: key), let target = schemas.target(of: key) else {
      return .json("the reference does not lead to a view type")
    }
    if let id = ids[ExactString(key)] {
      share(id)
      return PlannedType(type: .declared(id), isNullable: acceptsNull(target, at: location))
    }
    guard !context.followedReferences.contains(ExactString(key)) else {
      return .json("the schema refers to itself")
    }
    var inner = context.following(key, to: location)
    if let root = ids[ExactString(SchemaLocation(document: location.document, pointer: .root).key)] {
      inner.parent = root
    }
    inner.hint = location.pointer.tokens.last ?? location.document
    inner.isReferenced = true
    let planned = plan(target, in: inner)
    if let id = planned.type.declaration { share(id) }
    return planned
  }

  private mutating func acceptsNull(_ schema: JSONValue, at location: SchemaLocation) -> Bool {
    if location.pointer.tokens.isEmpty { return false }
    switch shape(of: schema, in: PlanningContext(origin: location, parent: 0, hint: "")) {
    case .object(_, isNullable: let isNullable), .choice(_, isNullable: let isNullable),
      .union(_, isNullable: let isNullable), .dictionary(_, isNullable: let isNullable),
      .reference(_, isNullable: let isNullable):
      return isNullable
    case .value(let planned): return planned.isNullable
    }
  }

  /// Marks a type as shared and moves it directly into its view type.
  private mutating func share(_ id: Int) {
    declarations[id].isShared = true
    if declarations[id].parent != nil { declarations[id].parent = declarations[id].root }
  }

  private mutating func declare(_ schema: JSONValue, in context: PlanningContext) -> Int {
    let key = ExactString(context.origin.key)
    if let id = ids[key] {
      share(id)
      return id
    }
    let id = declarations.count
    ids[key] = id
    var parent = context.parent
    var level = 0
    var ancestor: Int? = parent
    while let next = ancestor {
      level += 1
      ancestor = declarations[next].parent
    }
    if level > PlanningContext.maximumNesting { parent = declarations[parent].root }
    declarations.append(
      Declaration(
        hint: context.hint, root: declarations[parent].root, parent: parent,
        documentation: Documentation(of: schema),
        isShared: context.isReferenced || level > PlanningContext.maximumNesting))
    var inner = context
    inner.parent = id
    inner.isReferenced = false
    inner.followedReferences = []
    pending.append((id, schema, inner))
    return id
  }

  /// Plans a struct for an object without named members. It keeps all members.
  private mutating func openObject(_ keywords: JSONObject, in context: PlanningContext) -> ObjectPlan {
    var plan = object(keywords, in: context)
    if plan.additional == nil { plan.additional = .json(nil) }
    return plan
  }

  private mutating func kind(of schema: JSONValue, in context: PlanningContext) -> Declaration.Kind {
    kind(of: shape(of: schema, in: context), in: context)
  }

  private mutating func kind(of shape: SchemaShape, in context: PlanningContext) -> Declaration.Kind {
    switch shape {
    case .object(let keywords, _): .object(object(keywords, in: context))
    case .dictionary(let keywords, _): .object(openObject(keywords, in: context))
    case .choice(let choice, _): .choice(choice)
    case .union(let union, _): .union(self.union(union, in: context))
    case .value(let planned): .single(planned)
    case .reference(let key, _): .single(reference(key, in: context))
    }
  }
}
