extension Mistake {
  /// Conditions.
  static let conditions: [Mistake] = [
    Mistake(
      "condition-is-a-string", experiment: #""condition": "country = KR""#,
      #"""
      screens/condition-is-a-string.json:6:64: error: a condition is an object, this is a string; such as {"country": "KR"}
        6 |   "experiment": { "key": "condition-is-a-string", "condition": "country = KR",
          |                                                                ^
      """#),
    Mistake(
      "condition-operator-misspelt",
      experiment: #""condition": { "country": { "$inn": [ "KR" ] } }"#,
      #"""
      screens/condition-operator-misspelt.json:6:85: error: unknown operator "$inn"; did you mean $in?
        6 | …periment": { "key": "condition-operator-misspelt", "condition": { "country": { "$inn": [ "KR" ] } },
          |                                                                                 ^
      """#),
    Mistake(
      "condition-operator-without-dollar",
      experiment: #""condition": { "age": { "$gte": 18, "lt": 65 } }"#,
      #"""
      screens/condition-operator-without-dollar.json:6:87: error: $gte stands among names that are no operators; operators begin with $, unlike "lt"
        6 | …nt": { "key": "condition-operator-without-dollar", "condition": { "age": { "$gte": 18, "lt": 65 } },
          |                                                                             ^
      """#),
    Mistake(
      "condition-operator-of-code", experiment: #""condition": { "age": { "$>=": 18 } }"#,
      #"""
      screens/condition-operator-of-code.json:6:80: error: unknown operator "$>="; known: $eq, $ne, $lt, $lte, $gt, $gte, $veq, $vne, $vlt, $vlte, $vgt, $vgte and 17 more
        6 |   "experiment": { "key": "condition-operator-of-code", "condition": { "age": { "$>=": 18 } },
          |                                                                                ^
      """#),
    Mistake(
      "condition-in-without-list", experiment: #""condition": { "country": { "$in": "KR" } }"#,
      #"""
      screens/condition-in-without-list.json:6:90: error: $in takes an array, this is a string
        6 |   "experiment": { "key": "condition-in-without-list", "condition": { "country": { "$in": "KR" } },
          |                                                                                          ^
      """#),
    Mistake(
      "condition-or-without-list", experiment: #""condition": { "$or": { "country": "KR" } }"#,
      #"""
      screens/condition-or-without-list.json:6:77: error: $or takes an array of conditions, this is an object
        6 |   "experiment": { "key": "condition-or-without-list", "condition": { "$or": { "country": "KR" } },
          |                                                                             ^
      """#),
    Mistake(
      "condition-bad-expression", experiment: #""condition": { "email": { "$regex": "(" } }"#,
      #"""
      screens/condition-bad-expression.json:6:90: error: no regular expression: it ends too early, at character 2
        6 |   "experiment": { "key": "condition-bad-expression", "condition": { "email": { "$regex": "(" } },
          |                                                                                          ^
      """#),
    Mistake(
      "condition-type-unknown", experiment: #""condition": { "age": { "$type": "integer" } }"#,
      #"""
      screens/condition-type-unknown.json:6:85: error: unknown type "integer"; known: array, boolean, null, number, object, string
        6 |   "experiment": { "key": "condition-type-unknown", "condition": { "age": { "$type": "integer" } },
          |                                                                                     ^
      """#),
    Mistake(
      "condition-exists-is-a-string",
      experiment: #""condition": { "email": { "$exists": "yes" } }"#,
      #"""
      screens/condition-exists-is-a-string.json:6:95: error: $exists takes true or false, this is a string
        6 | …xperiment": { "key": "condition-exists-is-a-string", "condition": { "email": { "$exists": "yes" } },
          |                                                                                            ^
      """#),
    Mistake(
      "condition-operator-on-top", experiment: #""condition": { "$gt": 5 }"#,
      #"""
      screens/condition-operator-on-top.json:6:70: error: $gt stands below the name of an attribute; such as {"age": {"$gt": …}}
        6 |   "experiment": { "key": "condition-operator-on-top", "condition": { "$gt": 5 },
          |                                                                      ^
      """#),
    Mistake(
      "condition-group-unknown", experiment: #""condition": { "user": { "$inGroup": "staff" } }"#,
      #"""
      screens/condition-group-unknown.json:6:90: error: unknown group "staff"; a group is a file, _groups/staff.json
        6 | … "experiment": { "key": "condition-group-unknown", "condition": { "user": { "$inGroup": "staff" } },
          |                                                                                          ^
      """#),
    Mistake(
      "condition-with-a-control-character",
      experiment: #""condition": { "age": { "$\u001b[31mred": 18 } }"#,
      #"""
      screens/condition-with-a-control-character.json:6:88: error: unknown operator "$\u{1b}[31mred"; known: $eq, $ne, $lt, $lte, $gt, $gte, $veq, $vne, $vlt, $vlte, $vgt, $vgte and 17 more
        6 | …t": { "key": "condition-with-a-control-character", "condition": { "age": { "$\u001b[31mred": 18 } },
          |                                                                             ^
      """#),
  ]
}
