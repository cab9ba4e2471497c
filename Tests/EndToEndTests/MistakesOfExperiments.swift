extension Mistake {
  /// Experiments and their variants.
  static let experiments: [Mistake] = [
    Mistake(
      "experiment-is-a-list", #"{ "items": [], "experiment": [] }"#,
      #"""
      screens/experiment-is-a-list.json:1:30: error: an experiment is an object, not an array
        1 | { "items": [], "experiment": [] }
          |                              ^
      """#),
    Mistake(
      "experiment-without-key-and-variants", #"{ "items": [], "experiment": {} }"#,
      #"""
      screens/experiment-without-key-and-variants.json:1:30: error: an experiment needs the member "key"
        1 | { "items": [], "experiment": {} }
          |                              ^
      screens/experiment-without-key-and-variants.json:1:30: error: an experiment needs the member "variants"
        1 | { "items": [], "experiment": {} }
          |                              ^
      """#),
    Mistake(
      "experiment-with-one-variant",
      #"{ "items": [], "experiment": { "key": "e2", "variants": [ { "key": "control" } ] } }"#,
      #"""
      screens/experiment-with-one-variant.json:1:57: error: an experiment needs 2 variants or more
        1 | { "items": [], "experiment": { "key": "e2", "variants": [ { "key": "control" } ] } }
          |                                                         ^
      """#),
    Mistake(
      "experiment-key-with-spaces",
      #"""
      {
        "items": [],
        "experiment": { "key": "price first", "variants": [ { "key": "a" }, { "key": "b" } ] }
      }
      """#,
      #"""
      screens/experiment-key-with-spaces.json:3:26: error: "price first" cannot be "key"; letters, digits, ".", "_" and "-", beginning with a letter or digit
        3 |   "experiment": { "key": "price first", "variants": [ { "key": "a" }, { "key": "b" } ] }
          |                          ^
      """#),
    Mistake(
      "checkout",
      #"""
      {
        "items": [],
        "experiment": { "key": "shared", "variants": [ { "key": "a" }, { "key": "b" } ] }
      }
      """#,
      ""),
    Mistake(
      "status-unknown", experiment: #""status": "paused""#,
      #"""
      screens/status-unknown.json:6:54: error: "status" cannot be "paused"; expected "running" or "stopped"
        6 |   "experiment": { "key": "status-unknown", "status": "paused",
          |                                                      ^
      """#),
    Mistake(
      "coverage-in-percent", experiment: #""coverage": 50"#,
      #"""
      screens/coverage-in-percent.json:6:61: error: "coverage" cannot be 50; a share from 0 to 1
        6 |   "experiment": { "key": "coverage-in-percent", "coverage": 50,
          |                                                             ^
      """#),
    Mistake(
      "hash-version-unknown", experiment: #""hashVersion": 3"#,
      #"""
      screens/hash-version-unknown.json:6:65: error: "hashVersion" cannot be 3; 1 or 2
        6 |   "experiment": { "key": "hash-version-unknown", "hashVersion": 3,
          |                                                                 ^
      """#),
    Mistake(
      "seed-is-a-number", experiment: #""seed": 42"#,
      #"""
      screens/seed-is-a-number.json:6:54: error: "seed" is a string, not a number; write it in double quotes: "42"
        6 |   "experiment": { "key": "seed-is-a-number", "seed": 42,
          |                                                      ^
      """#),
    Mistake(
      "namespace-out-of-order", experiment: #""namespace": [ "checkout", 0.6, 0.4 ]"#,
      #"""
      screens/namespace-out-of-order.json:6:65: error: "namespace" is not a name and a range; ["name", from, to] with 0 ≤ from ≤ to ≤ 1
        6 |   "experiment": { "key": "namespace-out-of-order", "namespace": [ "checkout", 0.6, 0.4 ],
          |                                                                 ^
      """#),
    Mistake(
      "namespace-is-a-name", experiment: #""namespace": "checkout""#,
      #"""
      screens/namespace-is-a-name.json:6:62: error: "namespace" is not a name and a range; ["name", from, to] with 0 ≤ from ≤ to ≤ 1
        6 |   "experiment": { "key": "namespace-is-a-name", "namespace": "checkout",
          |                                                              ^
      """#),
    Mistake(
      "force-names-no-variant", experiment: #""force": { "7": "contrl" }"#,
      #"""
      screens/force-names-no-variant.json:6:68: error: there is no variant "contrl"; did you mean control?
        6 |   "experiment": { "key": "force-names-no-variant", "force": { "7": "contrl" },
          |                                                                    ^
      """#),
    Mistake(
      "force-is-a-list", experiment: #""force": [ "7" ]"#,
      #"""
      screens/force-is-a-list.json:6:54: error: "force" is an object of units and variants, not an array
        6 |   "experiment": { "key": "force-is-a-list", "force": [ "7" ],
          |                                                      ^
      """#),
    Mistake(
      "variant-without-key", variants: #"{ "weight": 50 }, { "key": "b" }"#,
      #"""
      screens/variant-without-key.json:7:5: error: a variant needs the member "key"
        7 |     { "weight": 50 }, { "key": "b" }
          |     ^
      """#),
    Mistake(
      "variant-key-twice", variants: #"{ "key": "a" }, { "key": "a" }"#,
      #"""
      screens/variant-key-twice.json:7:30: error: the variant key "a" is repeated; each variant has a key of its own
        7 |     { "key": "a" }, { "key": "a" }
          |                              ^
      """#),
    Mistake(
      "variant-with-name", variants: #"{ "key": "a", "name": "A" }, { "key": "b" }"#,
      #"""
      screens/variant-with-name.json:7:19: error: a variant has no member "name"; did you mean key?
        7 |     { "key": "a", "name": "A" }, { "key": "b" }
          |                   ^
      """#),
    Mistake(
      "weight-is-a-string", variants: #"{ "key": "a", "weight": "50" }, { "key": "b" }"#,
      #"""
      screens/weight-is-a-string.json:7:29: error: "weight" is a number, not a string; write it without quotes: 50
        7 |     { "key": "a", "weight": "50" }, { "key": "b" }
          |                             ^
      """#),
    Mistake(
      "weight-is-negative", variants: #"{ "key": "a", "weight": -1 }, { "key": "b" }"#,
      #"""
      screens/weight-is-negative.json:7:29: error: "weight" cannot be -1; a number from 0 to 1e9, relative to the other weights
        7 |     { "key": "a", "weight": -1 }, { "key": "b" }
          |                             ^
      """#),
    Mistake(
      "weights-are-all-zero",
      variants: #"{ "key": "a", "weight": 0 }, { "key": "b", "weight": 0 }"#,
      #"""
      screens/weights-are-all-zero.json:6:62: error: all weights are 0; at least one variant needs a weight above 0
        6 |   "experiment": { "key": "weights-are-all-zero", "variants": [
          |                                                              ^
      """#),
    Mistake(
      "variant-with-items-and-changes",
      variants: #"{ "key": "a" }, { "key": "b", "items": [], "changes": [] }"#,
      #"""
      screens/variant-with-items-and-changes.json:7:48: error: a variant with a layout of its own has no "changes"; leave out one of the two
        7 |     { "key": "a" }, { "key": "b", "items": [], "changes": [] }
          |                                                ^
      """#),
    Mistake(
      "experiment-key-of-another-screen",
      #"""
      {
        "items": [],
        "experiment": { "key": "shared", "variants": [ { "key": "a" }, { "key": "b" } ] }
      }
      """#,
      #"""
      screens/experiment-key-of-another-screen.json:3:26: error: the experiment "shared" belongs to the screen "checkout"; an experiment's key belongs to one screen
        3 |   "experiment": { "key": "shared", "variants": [ { "key": "a" }, { "key": "b" } ] }
          |                          ^
      """#),
  ]
}
