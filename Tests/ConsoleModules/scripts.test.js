// The server sends the modules of a folder as one script (ConsoleScripts.swift). Their top levels are then one.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';

const app = new URL('../app/', import.meta.url);
const paths = readdirSync(app, { recursive: true }).map(String).filter((path) => path.endsWith('.js')).sort();
/** The folder whose modules are one script; the path itself of a module that is sent alone. */
const scriptOf = (path) => (path.includes('/') && !path.startsWith('views/') ? path.split('/')[0] : path);

/** The imports of a module, and the names that its top level declares. */
function read(path) {
  const text = readFileSync(new URL(path, app), 'utf8');
  const imports = [...text.matchAll(/^import (.*?) from '([^']+)';$/gms)].map(([, names, from]) => ({
    names, from: posix.join(posix.dirname(path), from),
    list: names.startsWith('{') ? names.slice(1, -1).split(',').map((name) => name.trim()).filter(Boolean) : [],
  }));
  const declared = [...text.matchAll(
    /^(?:export )?(?:(?:async )?function\*?|const|let|class) (\{[^}]*\}|\[[^\]]*\]|[\w$]+)/gm)]
    .flatMap(([, names]) => names.match(/[\w$]+/g) ?? []);
  return { path, text, imports, declared };
}

const modules = paths.map(read);
/** The modules of each script. */
const scripts = new Map();
for (const one of modules) {
  const script = scriptOf(one.path);
  scripts.set(script, [...(scripts.get(script) ?? []), one]);
}

test('a name means the same thing in all modules of a script', () => {
  for (const [script, members] of scripts) {
    /** What each name means, and the module that says so. */
    const known = new Map();
    const claim = (name, meaning, path) => {
      const other = known.get(name);
      assert.ok(!other || other.meaning === meaning, `${path} and ${other?.path} both have a ${name} at their top level, `
        + `but the server sends all modules of ${script}/ as one script; rename one of them`);
      known.set(name, { meaning, path });
    };
    for (const { path, imports, declared } of members) {
      for (const name of declared) claim(name, `${path} ${name}`, path);
      for (const { from, list } of imports) {
        for (const entry of list) {
          const [name, alias = name] = entry.split(' as ');
          claim(alias, `${from} ${name}`, path);
        }
      }
    }
  }
});

test('imports name what they take, without an alias inside a folder', () => {
  for (const { path, imports } of modules) {
    for (const { names, from, list } of imports) {
      assert.ok(names.startsWith('{'), `${path} imports ${names} from ${from}, which the server cannot join to one script; `
        + 'import names in braces');
      if (scriptOf(from) !== scriptOf(path)) continue;
      const alias = list.find((entry) => entry.includes(' as '));
      assert.ok(!alias, `${path} imports ${alias} from ${from}, but both are sent as one script; `
        + 'give it a name that needs no alias');
    }
  }
});

test('only the entry loads modules on demand', () => {
  for (const { path, text } of modules) {
    if (path === 'main.js') continue;
    // The types of comments are imports, too.
    const code = text.replaceAll(/\/\*.*?\*\/|^ *\/\/.*$/gms, '');
    assert.ok(!/\bimport\(/.test(code), `${path} loads a module on demand, whose path the server cannot follow; `
      + 'import it at the top, or load it in main.js');
  }
});
