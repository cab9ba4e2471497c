/// The TypeScript that applies a JSON Patch.
enum TypeScriptJSONPatch {
  static let name = "JSONPatch.ts"

  static let text = #"""
    import { ContentError, isObject, type JSONValue, ownMember } from "./ContentCoding.js";

    type Container = JSONValue[] | { [name: string]: JSONValue };
    type Change = (parent: Container, token: string) => void;

    /**
     * Applies a JSON Patch (RFC 6902) to a value and returns the result, without changing the value. Throws a ContentError
     * when the patch cannot be applied.
     */
    export function applyPatch(value: JSONValue, patch: JSONValue): JSONValue {
      if (!Array.isArray(patch)) throw new ContentError("a JSON Patch is an array", "");
      return patch.reduce<JSONValue>(applyOperation, value);
    }

    function applyOperation(value: JSONValue, operation: JSONValue): JSONValue {
      const path = tokens(member(operation, "path"));
      const name = member(operation, "op");
      switch (name) {
        case "add":
          return add(value, path, member(operation, "value"));
        case "remove":
          return remove(value, path);
        case "replace":
          valueAt(value, path);
          return add(remove(value, path), path, member(operation, "value"));
        case "move": {
          const from = tokens(member(operation, "from"));
          const moved = valueAt(value, from);
          // A value cannot move into itself (RFC 6902 §4.4).
          if (path.length > from.length && from.every((token, index) => token === path[index])) throw missing(path);
          return add(remove(value, from), path, moved);
        }
        case "copy":
          return add(value, path, valueAt(value, tokens(member(operation, "from"))));
        case "test":
          if (isEqual(valueAt(value, path), member(operation, "value"))) return value;
          throw new ContentError("the test failed", pointer(path));
        default:
          throw new ContentError(`the operation ${JSON.stringify(name)} is not known`, "");
      }
    }

    function member(operation: JSONValue, name: string): JSONValue {
      const value = isObject(operation) ? ownMember(operation, name) : undefined;
      if (value === undefined) throw new ContentError(`an operation has no "${name}"`, "");
      return value;
    }

    /** Returns the reference tokens of a JSON Pointer (RFC 6901). */
    function tokens(text: JSONValue): string[] {
      if (text === "") return [];
      if (typeof text !== "string" || !text.startsWith("/")) throw new ContentError("not a JSON Pointer", String(text));
      return text.slice(1).split("/").map((token) => token.replace(/~1/g, "/").replace(/~0/g, "~"));
    }

    function pointer(path: readonly string[]): string {
      return path.map((token) => "/" + token.replace(/~/g, "~0").replace(/\//g, "~1")).join("");
    }

    function missing(path: readonly string[]): ContentError {
      return new ContentError("there is no such place", pointer(path));
    }

    /** Returns an index of an array (RFC 6901 §4): digits without a leading zero. */
    function index(token: string, count: number): number | undefined {
      const number = /^(0|[1-9][0-9]*)$/.test(token) ? Number(token) : count;
      return number < count ? number : undefined;
    }

    function child(parent: JSONValue, token: string): JSONValue | undefined {
      if (Array.isArray(parent)) return parent[index(token, parent.length) ?? -1];
      return isObject(parent) ? ownMember(parent, token) : undefined;
    }

    function valueAt(value: JSONValue, path: readonly string[]): JSONValue {
      let found: JSONValue | undefined = value;
      for (const token of path) found = found === undefined ? undefined : child(found, token);
      if (found === undefined) throw missing(path);
      return found;
    }

    function add(value: JSONValue, path: readonly string[], added: JSONValue): JSONValue {
      if (path.length === 0) return added;
      return changed(value, path, (parent, token) => {
        if (!Array.isArray(parent)) return put(parent, token, added);
        const at = token === "-" ? parent.length : index(token, parent.length + 1);
        if (at === undefined) throw missing(path);
        parent.splice(at, 0, added);
      });
    }

    function remove(value: JSONValue, path: readonly string[]): JSONValue {
      valueAt(value, path);
      if (path.length === 0) return null;
      return changed(value, path, (parent, token) => {
        if (Array.isArray(parent)) parent.splice(Number(token), 1);
        else delete parent[token];
      });
    }

    /** Returns the value with a change of the parent of the path's last token. Copies what is on the way, and no more. */
    function changed(value: JSONValue, path: readonly string[], change: Change): JSONValue {
      const [token, ...rest] = path;
      if (token === undefined || typeof value !== "object" || value === null) throw missing(path);
      const copy: Container = Array.isArray(value) ? [...value] : { ...value };
      if (rest.length === 0) {
        change(copy, token);
      } else {
        const inner = child(copy, token);
        if (inner === undefined) throw missing(path);
        put(copy, token, changed(inner, rest, change));
      }
      return copy;
    }

    /** Sets a member, also one called `__proto__`, which an assignment would not. */
    function put(parent: Container, token: string, value: JSONValue): void {
      Object.defineProperty(parent, token, { value, writable: true, enumerable: true, configurable: true });
    }

    function isEqual(one: JSONValue, other: JSONValue): boolean {
      if (Array.isArray(one)) {
        return Array.isArray(other) && one.length === other.length
          && one.every((value, at) => isEqual(value, other[at] ?? null));
      }
      if (!isObject(one)) return one === other;
      const names = Object.keys(one);
      return isObject(other) && names.length === Object.keys(other).length && names.every((name) => {
        const [left, right] = [ownMember(one, name), ownMember(other, name)];
        return left !== undefined && right !== undefined && isEqual(left, right);
      });
    }
    """#
}
