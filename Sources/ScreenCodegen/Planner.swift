import JSONText

/// Decides which Swift types the schemas of all view types become.
///
/// Types are found in the order of the schemas and of the members in them, so that the same schemas always
/// give the same source. A schema that can't be expressed gives a JSON value and a note that says why.
struct Planner {
  let library: SchemaLibrary
  let merger: SchemaMerger
  private(set) var declarations: [Declaration] = []
  /// The declarations by the place of their schema, so that a schema becomes one type however it is reached.
  private var ids: [ExactString: Int] = [:]
  /// Schemas of declarations that are not planned yet, in the order in which they were found.
  private var pending: [(id: Int, schema: JSONValue, context: PlanningContext)] = []
  /// Steps that are left: a schema that multiplies itself stops growing.
  private var budget = 0

  /// Steps for each view type; each plans one schema. A large hand-written schema takes some hundred.
  static let budgetPerViewType = 4_000

  /// The view types in the order of `schemas`; each gets the declaration of its place.
  init(_ schemas: [(name: String, schema: JSONValue)]) {
    library = SchemaLibrary(schemas)
    merger = SchemaMerger(library: library)
    for (index, (name, _)) in schemas.enumerated() {
      let place = SchemaLibrary.Place(document: name, pointer: .root)
      ids[ExactString(place.key)] = index
      declarations.append(
        Declaration(
          hint: name, root: index, parent: nil,
          documentation: Documentation(of: library.schema(of: name) ?? .null)))
    }
    for (index, (name, _)) in schemas.enumerated() {
      budget = Self.budgetPerViewType
      merger.reset()
      planRoot(index, library.schema(of: name) ?? .null, place: .init(document: name, pointer: .root))
      var place = 0
      while place < pending.count {
        let next = pending[place]
        place += 1
        declarations[next.id].kind = kind(of: next.schema, in: next.context)
      }
      pending = []
    }
  }

  private mutating func planRoot(_ id: Int, _ schema: JSONValue, place: SchemaLibrary.Place) {
    let context = PlanningContext(origin: place, parent: id, hint: declarations[id].hint)
    var shape = shape(of: schema, in: context)
    if case .reference = shape {
      shape =
        if case .keywords(let keywords) = merger.merge(schema) {
          self.shape(of: .object(keywords), in: context)
        } else {
          .value(.json("the reference leads nowhere"))
        }
    }
    // A content is nearly always an object: one that has members needs not say so.
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
      declarations[id].kind = .object(open(keywords, in: context))
    case .object, .choice, .union, .dictionary:
      // Null can be the whole content: the rest is a type within.
      let inner = declare(
        schema, in: PlanningContext(origin: place, parent: id, hint: "value").appending("", hint: "value"))
      declarations[id].kind = .single(PlannedType(type: .declared(inner), isNullable: true))
    case .value(let planned):
      declarations[id].kind = .single(planned)
    case .reference(let reference, isNullable: _):
      declarations[id].kind = .single(self.reference(reference, in: context))
    }
  }

  // MARK: Types in use

  /// The type of a schema where it is used.
  mutating func plan(_ schema: JSONValue, in context: PlanningContext) -> PlannedType {
    guard context.depth < PlanningContext.maximumDepth else { return .json("it is nested too deeply") }
    guard budget > 0 else { return .json("the view type has too many parts") }
    budget -= 1
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
        type: .dictionary(values.whole), isNullable: isNullable, note: values.note)
    case .object(_, isNullable: let isNullable), .choice(_, isNullable: let isNullable),
      .union(_, isNullable: let isNullable):
      return PlannedType(type: .declared(declare(schema, in: context)), isNullable: isNullable)
    }
  }

  /// The type of what a reference leads to: one type, wherever it is referred to from.
  private mutating func reference(_ key: String, in context: PlanningContext) -> PlannedType {
    guard let place = SchemaLibrary.Place(key: key), let target = library.target(of: key) else {
      return .json("the reference leads out of the view types")
    }
    if let id = ids[ExactString(key)] {
      share(id)
      return PlannedType(type: .declared(id), isNullable: acceptsNull(target, at: place))
    }
    guard !context.inlined.contains(ExactString(key)) else {
      return .json("the schema refers to itself")
    }
    var inner = context.following(key, to: place)
    if let root = ids[ExactString(SchemaLibrary.Place(document: place.document, pointer: .root).key)] {
      inner.parent = root
    }
    inner.hint = place.pointer.tokens.last ?? place.document
    inner.isReferred = true
    let planned = plan(target, in: inner)
    if let id = planned.type.named { share(id) }
    return planned
  }

  private mutating func acceptsNull(_ schema: JSONValue, at place: SchemaLibrary.Place) -> Bool {
    if place.pointer.tokens.isEmpty { return false }
    switch shape(of: schema, in: PlanningContext(origin: place, parent: 0, hint: "")) {
    case .object(_, isNullable: let isNullable), .choice(_, isNullable: let isNullable),
      .union(_, isNullable: let isNullable), .dictionary(_, isNullable: let isNullable),
      .reference(_, isNullable: let isNullable):
      return isNullable
    case .value(let planned): return planned.isNullable
    }
  }

  /// A type that others than its parent name stands directly in its view type.
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
        isShared: context.isReferred || level > PlanningContext.maximumNesting))
    var inner = context
    inner.parent = id
    inner.isReferred = false
    inner.inlined = []
    pending.append((id, schema, inner))
    return id
  }

  /// A struct for an object without members of its own: it keeps all there are.
  private mutating func open(_ keywords: JSONObject, in context: PlanningContext) -> ObjectPlan {
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
    case .dictionary(let keywords, _): .object(open(keywords, in: context))
    case .choice(let choice, _): .choice(choice)
    case .union(let union, _): .union(self.union(union, in: context))
    case .value(let planned): .single(planned)
    case .reference(let key, _): .single(reference(key, in: context))
    }
  }
}
