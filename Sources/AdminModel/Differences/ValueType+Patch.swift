extension ValueType {
  /// A JSON Patch (RFC 6902).
  package static let jsonPatch = ValueType.array(
    .object(
      name: "JSONPatchOperation",
      [
        MemberDescription(
          name: "op", type: .choice(["add", "remove", "replace", "move", "copy", "test"]), description: nil,
          isRequired: true),
        MemberDescription(name: "path", type: .string, description: "A JSON Pointer.", isRequired: true),
        MemberDescription(name: "from", type: .string, description: nil, isRequired: false),
        MemberDescription(name: "value", type: .any, description: nil, isRequired: false),
      ]))
}
