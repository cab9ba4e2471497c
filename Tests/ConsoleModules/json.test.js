// JSON without loss: what `JSON.parse` would change stays as somebody wrote it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equal, member, parse, pointer, set, stringify, tokens } from '../app/kit/json.js';

test('numbers keep their text and members their order', () => {
  const text = '{"b":1.0,"a":12345678901234567890,"c":[1e2,-0.50,null,true,"\\u00e9"]}';
  assert.equal(stringify(parse(text)), text.replace('\\u00e9', 'é'));
});

test('what is no JSON is refused with its place', () => {
  for (const [text, place] of [['{"a":01}', 'column 7'], ['[1,]', 'column 4'], ['{"a" 1}', 'column 6'],
    ['"a\nb"', 'column 1'], ['1 2', 'column 3'], ['', 'column 1'], ['{\n "a": tru}', 'line 2']]) {
    assert.throws(() => parse(text), (error) => error.name === 'JSONSyntaxError' && error.message.includes(place), text);
  }
});

test('equal compares the order of members and the text of numbers', () => {
  const same = (a, b) => equal(parse(a), parse(b));
  assert.ok(same('{"a":[1,"x",null,false]}', '{ "a": [1, "x", null, false] }'));
  for (const [a, b] of [['{"a":1,"b":2}', '{"b":2,"a":1}'], ['1.0', '1'], ['"1"', '1'], ['null', 'false'], ['[]', '{}'],
    ['[1]', '[1,2]'], ['{"a":1}', '{"b":1}'], ['true', 'false'], ['{"a":{}}', '{"a":[]}']]) {
    assert.ok(!same(a, b), `${a} ${b}`);
  }
  assert.ok(equal(undefined, undefined));
  assert.ok(!equal(undefined, parse('null')));
});

test('an edit shares what it does not change', () => {
  const before = parse('{"items":[{"id":"a"},{"id":"b"}],"values":{"x":1}}');
  const after = set(before, ['items', 1, 'id'], { kind: 'string', value: 'c' });
  assert.equal(stringify(after), '{"items":[{"id":"a"},{"id":"c"}],"values":{"x":1}}');
  assert.equal(stringify(before), '{"items":[{"id":"a"},{"id":"b"}],"values":{"x":1}}');
  assert.equal(member(after, 'values'), member(before, 'values'));
  assert.equal(stringify(set(after, ['items', 0], undefined)), '{"items":[{"id":"c"}],"values":{"x":1}}');
  assert.equal(stringify(set(parse('{}'), ['a', 'b'], parse('1'))), '{"a":{"b":1}}');
  assert.throws(() => set(parse('[1]'), [0, 'a'], parse('1')));
});

test('pointers escape and unescape (RFC 6901)', () => {
  assert.equal(pointer(['a/b', 'c~d', 0]), '/a~1b/c~0d/0');
  assert.deepEqual(tokens('/a~1b/c~0d/0'), ['a/b', 'c~d', '0']);
  assert.deepEqual(tokens(''), []);
});
