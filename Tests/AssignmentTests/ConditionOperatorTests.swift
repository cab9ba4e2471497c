import JSONText
import Testing

@testable import Assignment

private typealias Example = ConditionExample

@Suite struct ConditionOperatorTests {
  @Test(arguments: [
    Example(#"{"plan":"pro"}"#, #"{"plan":"pro"}"#, true),
    Example(#"{"plan":"pro"}"#, #"{"plan":"Pro"}"#, false),
    Example(#"{"plan":"pro"}"#, "{}", false),
    Example(#"{"n":"7"}"#, #"{"n":7.0}"#, true),
    Example(#"{"n":"7.0"}"#, #"{"n":7}"#, false),
    Example(#"{"n":"1e+21"}"#, #"{"n":1e21}"#, true),
    Example(#"{"n":"null"}"#, "{}", true),
    Example(#"{"n":"true"}"#, #"{"n":true}"#, true),
    Example(#"{"n":"1,2"}"#, #"{"n":[1,2]}"#, true),
    Example(#"{"n":"[object Object]"}"#, #"{"n":{"a":1}}"#, true),
    Example(#"{"n":7}"#, #"{"n":" 7 "}"#, true),
    Example(#"{"n":7}"#, #"{"n":"seven"}"#, false),
    Example(#"{"n":0}"#, "{}", true),
    Example(#"{"n":0}"#, #"{"n":[]}"#, true),
    Example(#"{"n":1}"#, #"{"n":true}"#, true),
    Example(#"{"n":12345678901234567890}"#, #"{"n":12345678901234567891}"#, true),
    Example(#"{"on":true}"#, #"{"on":"no"}"#, true),
    Example(#"{"on":true}"#, #"{"on":0}"#, false),
    Example(#"{"on":false}"#, #"{"on":""}"#, true),
    Example(#"{"on":false}"#, "{}", false),
    Example(#"{"x":null}"#, "{}", true),
    Example(#"{"x":null}"#, #"{"x":null}"#, true),
    Example(#"{"x":null}"#, #"{"x":0}"#, false),
    Example(#"{"x":[1,"a"]}"#, #"{"x":[1.0,"a"]}"#, true),
    Example(#"{"x":[1,"a"]}"#, #"{"x":["a",1]}"#, false),
    Example(#"{"x":{"a":1,"b":2}}"#, #"{"x":{"a":1,"b":2}}"#, true),
    Example(#"{"x":{"a":1,"b":2}}"#, #"{"x":{"b":2,"a":1}}"#, false),
    Example(#"{"x":{"b":1,"10":2,"9":3}}"#, #"{"x":{"9":3,"10":2,"b":1}}"#, true),
    Example(#"{"x":{}}"#, #"{"x":{}}"#, true),
    Example(#"{"x":[1e999]}"#, #"{"x":[null]}"#, true),
    Example(#"{"name":"é"}"#, #"{"name":"e\u0301"}"#, false),
  ])
  func `plain values are compared after conversion`(example: ConditionExample) throws { try example.check() }

  @Test(arguments: [
    Example(#"{"n":{"$eq":7}}"#, #"{"n":7}"#, true),
    Example(#"{"n":{"$eq":7}}"#, #"{"n":"7"}"#, false),
    Example(#"{"n":{"$eq":null}}"#, "{}", true),
    Example(#"{"n":{"$eq":false}}"#, "{}", false),
    Example(#"{"n":{"$ne":7}}"#, #"{"n":"7"}"#, true),
    Example(#"{"n":{"$ne":"x"}}"#, "{}", true),
    Example(#"{"n":{"$ne":"x"}}"#, #"{"n":"x"}"#, false),
    Example(#"{"n":{"$eq":1}}"#, #"{"n":[1]}"#, false),
    Example(#"{"n":{"$ne":1}}"#, #"{"n":[1]}"#, true),
  ])
  func `equality operators convert nothing`(example: ConditionExample) throws { try example.check() }

  @Test(arguments: [
    Example(#"{"age":{"$gte":18,"$lt":65}}"#, #"{"age":18}"#, true),
    Example(#"{"age":{"$gte":18,"$lt":65}}"#, #"{"age":65}"#, false),
    Example(#"{"age":{"$gt":18}}"#, #"{"age":18}"#, false),
    Example(#"{"age":{"$lte":18}}"#, #"{"age":18.0}"#, true),
    Example(#"{"age":{"$lt":1}}"#, "{}", true),
    Example(#"{"age":{"$gt":0}}"#, "{}", false),
    Example(#"{"age":{"$gt":9}}"#, #"{"age":"10"}"#, true),
    Example(#"{"age":{"$gt":"9"}}"#, #"{"age":"10"}"#, false),
    Example(#"{"age":{"$gt":"9"}}"#, #"{"age":10}"#, true),
    Example(#"{"age":{"$gt":1}}"#, #"{"age":"old"}"#, false),
    Example(#"{"age":{"$lte":1}}"#, #"{"age":"old"}"#, false),
    Example(#"{"age":{"$gte":1}}"#, #"{"age":true}"#, true),
    Example(#"{"age":{"$gt":4}}"#, #"{"age":[5]}"#, true),
    Example(#"{"age":{"$gt":"4"}}"#, #"{"age":[5,1]}"#, true),
    Example(#"{"age":{"$gt":0}}"#, #"{"age":{"a":1}}"#, false),
    Example(#"{"name":{"$lt":"b"}}"#, #"{"name":"B"}"#, true),
    Example(#"{"name":{"$lt":"\uE000"}}"#, #"{"name":"🍜"}"#, true),
  ])
  func `two strings are ordered as strings, anything else as numbers`(example: ConditionExample) throws {
    try example.check()
  }

  @Test(arguments: [
    Example(#"{"since":{"$gte":"2024-02-01","$lt":"2024-03-01"}}"#, #"{"since":"2024-02-29"}"#, true),
    Example(#"{"since":{"$gte":"2024-02-01","$lt":"2024-03-01"}}"#, #"{"since":"2024-03-01"}"#, false),
    Example(#"{"since":{"$lt":"2024-02-01"}}"#, #"{"since":"2024-01-31T23:59:59Z"}"#, true),
    Example(#"{"since":{"$gt":"2024-02-01"}}"#, #"{"since":"2024-02-01T00:00:00Z"}"#, true),
    Example(#"{"since":{"$gt":"2024-02-01"}}"#, "{}", false),
  ])
  func `dates are ordered as strings`(example: ConditionExample) throws { try example.check() }

  @Test(arguments: [
    Example(#"{"c":{"$in":["KR","JP"]}}"#, #"{"c":"KR"}"#, true),
    Example(#"{"c":{"$in":["KR","JP"]}}"#, #"{"c":"kr"}"#, false),
    Example(#"{"c":{"$in":["KR","JP"]}}"#, #"{"c":["US","JP"]}"#, true),
    Example(#"{"c":{"$in":["KR","JP"]}}"#, #"{"c":[]}"#, false),
    Example(#"{"c":{"$in":[]}}"#, "{}", false),
    Example(#"{"c":{"$in":[null]}}"#, "{}", true),
    Example(#"{"c":{"$in":[1]}}"#, #"{"c":"1"}"#, false),
    Example(#"{"c":{"$in":[-0]}}"#, #"{"c":0}"#, true),
    Example(#"{"c":{"$in":[true]}}"#, #"{"c":true}"#, true),
    Example(#"{"c":{"$in":[true]}}"#, #"{"c":false}"#, false),
    Example(#"{"c":{"$in":[true]}}"#, #"{"c":[[true]]}"#, false),
    Example(#"{"c":{"$nin":["KR"]}}"#, "{}", true),
    Example(#"{"c":{"$nin":["KR"]}}"#, #"{"c":["US","KR"]}"#, false),
    Example(#"{"c":{"$nin":["KR"]}}"#, #"{"c":[]}"#, true),
    Example(#"{"c":{"$ini":["Kr"]}}"#, #"{"c":"kR"}"#, true),
    Example(#"{"c":{"$ini":["ΟΔΟΣ"]}}"#, #"{"c":"οδος"}"#, true),
    Example(#"{"c":{"$ini":["STRASSE"]}}"#, #"{"c":"straße"}"#, false),
    Example(#"{"c":{"$ini":[1]}}"#, #"{"c":1}"#, true),
    Example(#"{"c":{"$nini":["kr"]}}"#, #"{"c":["US","KR"]}"#, false),
    Example(#"{"c":{"$nini":["kr"]}}"#, #"{"c":"US"}"#, true),
    Example(#"{"u":{"$inGroup":"staff"}}"#, #"{"u":"bob"}"#, true),
    Example(#"{"u":{"$inGroup":"staff"}}"#, #"{"u":"7"}"#, false),
    Example(#"{"u":{"$inGroup":"staff"}}"#, #"{"u":7}"#, true),
    Example(#"{"u":{"$inGroup":"staff"}}"#, #"{"u":["x","ann"]}"#, true),
    Example(#"{"u":{"$inGroup":"staff"}}"#, "{}", true),
    Example(#"{"u":{"$inGroup":"many"}}"#, #"{"u":"id-999"}"#, true),
    Example(#"{"u":{"$inGroup":"many"}}"#, #"{"u":"id-1000"}"#, false),
    Example(#"{"u":{"$inGroup":"many"}}"#, #"{"u":999}"#, true),
    Example(#"{"u":{"$inGroup":"nobody"}}"#, #"{"u":"ann"}"#, false),
    Example(#"{"u":{"$notInGroup":"staff"}}"#, #"{"u":"eve"}"#, true),
    Example(#"{"u":{"$notInGroup":"staff"}}"#, #"{"u":"ann"}"#, false),
    Example(#"{"c":{"$ini":["a","b","c","d","e","f","g","h","i","J"]}}"#, #"{"c":"j"}"#, true),
  ])
  func `a list contains equal values without conversion`(example: ConditionExample) throws {
    try example.check()
  }

  @Test(arguments: [
    Example(#"{"t":{"$all":["a","b"]}}"#, #"{"t":["c","b","a"]}"#, true),
    Example(#"{"t":{"$all":["a","b"]}}"#, #"{"t":["a"]}"#, false),
    Example(#"{"t":{"$all":[]}}"#, #"{"t":[]}"#, true),
    Example(#"{"t":{"$all":[]}}"#, #"{"t":"a"}"#, false),
    Example(#"{"t":{"$all":["1"]}}"#, #"{"t":[1]}"#, true),
    Example(#"{"t":{"$all":[{"$gt":5},{"$lt":2}]}}"#, #"{"t":[1,9]}"#, true),
    Example(#"{"t":{"$all":[{"$gt":5},{"$lt":2}]}}"#, #"{"t":[3,9]}"#, false),
    Example(#"{"t":{"$alli":["A","b"]}}"#, #"{"t":["B","a"]}"#, true),
    Example(#"{"t":{"$alli":["TRUE"]}}"#, #"{"t":[true]}"#, true),
    Example(#"{"t":{"$alli":["c"]}}"#, #"{"t":["B","a"]}"#, false),
    Example(#"{"t":{"$size":2}}"#, #"{"t":[0,0]}"#, true),
    Example(#"{"t":{"$size":2}}"#, #"{"t":"ab"}"#, false),
    Example(#"{"t":{"$size":{"$gte":1,"$lt":3}}}"#, #"{"t":[0,0]}"#, true),
    Example(#"{"t":{"$size":0}}"#, "{}", false),
    Example(#"{"t":{"$elemMatch":{"$gt":5,"$lt":8}}}"#, #"{"t":[1,6]}"#, true),
    Example(#"{"t":{"$elemMatch":{"$gt":5,"$lt":8}}}"#, #"{"t":[1,9]}"#, false),
    Example(#"{"t":{"$elemMatch":{"$lt":1}}}"#, #"{"t":[0,"",null,false]}"#, false),
    Example(
      #"{"t":{"$elemMatch":{"name":"a","n":{"$gt":1}}}}"#, #"{"t":[{"name":"a","n":1},{"name":"a","n":2}]}"#,
      true),
    Example(
      #"{"t":{"$elemMatch":{"name":"a","n":{"$gt":1}}}}"#, #"{"t":[{"name":"a","n":1},{"name":"b","n":2}]}"#,
      false),
    Example(#"{"t":{"$elemMatch":{"$or":[{"a":1},{"b":1}],"c":2}}}"#, #"{"t":[{"b":1,"c":2}]}"#, true),
    Example(#"{"t":{"$elemMatch":{"$gt":1}}}"#, #"{"t":5}"#, false),
    Example(#"{"t":{"$elemMatch":{}}}"#, #"{"t":[1]}"#, true),
  ])
  func `array operators test the elements`(example: ConditionExample) throws { try example.check() }

  @Test(arguments: [
    Example(#"{"x":{"$exists":true}}"#, #"{"x":false}"#, true),
    Example(#"{"x":{"$exists":true}}"#, #"{"x":null}"#, false),
    Example(#"{"x":{"$exists":false}}"#, "{}", true),
    Example(#"{"x":{"$type":"number"}}"#, #"{"x":1}"#, true),
    Example(#"{"x":{"$type":"null"}}"#, "{}", true),
    Example(#"{"x":{"$type":"array"}}"#, #"{"x":[]}"#, true),
    Example(#"{"x":{"$type":"object"}}"#, #"{"x":[]}"#, false),
    Example(#"{"x":{"$type":"boolean"}}"#, #"{"x":"true"}"#, false),
    Example(#"{"x":{"$regex":"^ab+c$"}}"#, #"{"x":"abbc"}"#, true),
    Example(#"{"x":{"$regex":"^AB"}}"#, #"{"x":"abbc"}"#, false),
    Example(#"{"x":{"$regexi":"^AB"}}"#, #"{"x":"abbc"}"#, true),
    Example(#"{"x":{"$regex":"^nul"}}"#, "{}", true),
    Example(#"{"x":{"$regex":"^12"}}"#, #"{"x":123}"#, true),
    Example(#"{"x":{"$notRegex":"b"}}"#, #"{"x":"abc"}"#, false),
    Example(#"{"x":{"$notRegex":"z"}}"#, #"{"x":"abc"}"#, true),
    Example(#"{"x":{"$notRegexi":"B"}}"#, #"{"x":"abc"}"#, false),
    Example(#"{"x":{"$not":{"$regex":"^a"}}}"#, #"{"x":"bc"}"#, true),
    Example(#"{"x":{"$not":"a"}}"#, #"{"x":"a"}"#, false),
    Example(#"{"x":{"$not":{"$gt":1,"$lt":3}}}"#, #"{"x":3}"#, true),
  ])
  func `existence, type and pattern operators test a value`(example: ConditionExample) throws {
    try example.check()
  }

  @Test(arguments: [
    Example("{}", "{}", true),
    Example(#"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#, false),
    Example(#"{"$or":[{"a":1},{"b":2}]}"#, #"{"a":0,"b":2}"#, true),
    Example(#"{"$or":[]}"#, "{}", true),
    Example(#"{"$and":[]}"#, "{}", true),
    Example(#"{"$nor":[]}"#, "{}", false),
    Example(#"{"$nor":[{"a":1},{"b":2}]}"#, #"{"a":0,"b":0}"#, true),
    Example(#"{"$nor":[{"a":1},{"b":2}]}"#, #"{"a":0,"b":2}"#, false),
    Example(#"{"$not":{"a":1,"b":2}}"#, #"{"a":1,"b":0}"#, true),
    Example(#"{"$and":[{"a":1},{"$or":[{"b":1},{"$not":{"c":1}}]}]}"#, #"{"a":1,"b":0,"c":2}"#, true),
    Example(#"{"$or":[{"a":1}],"b":2}"#, #"{"a":1,"b":1}"#, false),
    Example(#"{"$team":{"$eq":"red"}}"#, #"{"$team":"red"}"#, true),
  ])
  func `conditions are combined by logical operators`(example: ConditionExample) throws {
    try example.check()
  }

  @Test(arguments: [
    Example(#"{"a.b.c":1}"#, #"{"a":{"b":{"c":1}}}"#, true),
    Example(#"{"a.b.c":1}"#, #"{"a.b.c":1}"#, false),
    Example(#"{"a.b":null}"#, #"{"a":"text"}"#, true),
    Example(#"{"a.b":null}"#, #"{"a":null}"#, true),
    Example(#"{"a.1":"y"}"#, #"{"a":["x","y"]}"#, true),
    Example(#"{"a.01":{"$exists":true}}"#, #"{"a":["x","y"]}"#, false),
    Example(#"{"a.2":{"$exists":true}}"#, #"{"a":["x","y"]}"#, false),
    Example(#"{"a.99999999999999999999":{"$exists":true}}"#, #"{"a":["x"]}"#, false),
    Example(#"{"a.length":2}"#, #"{"a":["x","y"]}"#, true),
    Example(#"{"a.0.n":3}"#, #"{"a":[{"n":3}]}"#, true),
    Example(#"{"":1}"#, #"{"":1}"#, true),
    Example(#"{"a.":1}"#, #"{"a":{"":1}}"#, true),
    Example(#"{"주소.도시":"서울"}"#, #"{"주소":{"도시":"서울"}}"#, true),
  ])
  func `paths lead into objects and arrays`(example: ConditionExample) throws { try example.check() }

  @Test func `an attribute is found among many as among few`() throws {
    let members = (0..<50).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    try Example(#"{"k49":49,"k0":{"$eq":0},"k50":null}"#, "{\(members)}", true).check()
  }
}
