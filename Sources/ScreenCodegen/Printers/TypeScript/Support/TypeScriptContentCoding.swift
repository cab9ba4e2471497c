/// The TypeScript that generated functions decode and encode with.
enum TypeScriptContentCoding {
  static let name = "ContentCoding.ts"

  static let text = #"""
    /** Any JSON value. */
    export type JSONValue = null | boolean | number | string | JSONValue[] | { [name: string]: JSONValue };

    /** A JSON value that does not match its schema. */
    export class ContentError extends Error {
      /** What does not match. */
      readonly reason: string;
      /** The JSON Pointer (RFC 6901) of the value, relative to what was decoded. */
      readonly pointer: string;

      constructor(reason: string, pointer: string) {
        super(pointer === "" ? reason : `${pointer}: ${reason}`);
        this.name = "ContentError";
        this.reason = reason;
        this.pointer = pointer;
      }
    }

    export type Decode<T> = (json: JSONValue, pointer: string) => T;
    export type Encode<T> = (value: T) => JSONValue;

    type Members = { [name: string]: JSONValue };

    export function decodeJSON(json: JSONValue, _pointer: string): JSONValue {
      return json;
    }

    export function decodeString(json: JSONValue, pointer: string): string {
      if (typeof json !== "string") throw mismatch("a string", json, pointer);
      return json;
    }

    export function decodeBoolean(json: JSONValue, pointer: string): boolean {
      if (typeof json !== "boolean") throw mismatch("a boolean", json, pointer);
      return json;
    }

    export function decodeNumber(json: JSONValue, pointer: string): number {
      if (typeof json !== "number") throw mismatch("a number", json, pointer);
      // JSON.parse returns Infinity for a number such as 1e400, and JSON.stringify would write null.
      if (!Number.isFinite(json)) throw mismatch("a number that a double holds", json, pointer);
      return json;
    }

    export function decodeInteger(json: JSONValue, pointer: string): number {
      if (typeof json !== "number" || !Number.isInteger(json)) throw mismatch("an integer", json, pointer);
      return json;
    }

    export function decodeNullable<T>(decode: Decode<T>): Decode<T | null> {
      return (json, pointer) => (json === null ? null : decode(json, pointer));
    }

    export function decodeArray<T>(decode: Decode<T>): Decode<T[]> {
      return (json, pointer) => {
        if (!Array.isArray(json)) throw mismatch("an array", json, pointer);
        return json.map((element, index) => decode(element, `${pointer}/${index}`));
      };
    }

    export function decodeRecord<T>(decode: Decode<T>): Decode<Record<string, T>> {
      return (json, pointer) => {
        const members = Object.entries(objectOf(json, pointer));
        return record(members.map(([name, member]) => [name, decode(member, step(pointer, name))]));
      };
    }

    export function encodeJSON(value: JSONValue): JSONValue {
      return value;
    }

    export function encodeString(value: string): JSONValue {
      return value;
    }

    export function encodeBoolean(value: boolean): JSONValue {
      return value;
    }

    export function encodeNumber(value: number): JSONValue {
      if (!Number.isFinite(value)) throw new ContentError(`${value} is not a number of JSON`, "");
      return value;
    }

    export function encodeInteger(value: number): JSONValue {
      return encodeNumber(value);
    }

    export function encodeNullable<T>(encode: Encode<T>): Encode<T | null> {
      return (value) => (value === null ? null : encode(value));
    }

    export function encodeArray<T>(encode: Encode<T>): Encode<T[]> {
      return (value) => value.map((element) => encode(element));
    }

    export function encodeRecord<T>(encode: Encode<T>): Encode<Record<string, T>> {
      return (value) => record(Object.entries(value).map(([name, member]) => [name, encode(member)]));
    }

    /** Reads the members of an object. */
    export class MemberReader {
      private readonly members: Members;
      private readonly pointer: string;
      private readonly known = new Set<string>();

      constructor(json: JSONValue, pointer: string) {
        this.members = objectOf(json, pointer);
        this.pointer = pointer;
      }

      required<T>(name: string, decode: Decode<T>): T {
        const member = this.member(name);
        if (member === undefined) {
          throw new ContentError(`the member ${JSON.stringify(name)} is missing`, this.pointer);
        }
        return decode(member, step(this.pointer, name));
      }

      /** Returns undefined when the member is missing. */
      optional<T>(name: string, decode: Decode<T>): T | undefined {
        const member = this.member(name);
        return member === undefined ? undefined : decode(member, step(this.pointer, name));
      }

      /** Returns undefined when the member is missing or null. */
      optionalOrNull<T>(name: string, decode: Decode<T>): T | undefined {
        const member = this.member(name);
        return member === undefined || member === null ? undefined : decode(member, step(this.pointer, name));
      }

      /** Returns the members that were not read before; undefined when there are none. */
      rest<T>(decode: Decode<T>): Record<string, T> | undefined {
        const members = Object.entries(this.members).filter(([name]) => !this.known.has(name));
        if (members.length === 0) return undefined;
        return record(members.map(([name, member]) => [name, decode(member, step(this.pointer, name))]));
      }

      private member(name: string): JSONValue | undefined {
        this.known.add(name);
        return ownMember(this.members, name);
      }
    }

    /** Collects the members of an object. */
    export class MemberWriter {
      private readonly members: [string, JSONValue][] = [];
      private readonly known = new Set<string>();

      required<T>(name: string, value: T, encode: Encode<T>): void {
        this.known.add(name);
        this.members.push([name, encode(value)]);
      }

      optional<T>(name: string, value: T | undefined, encode: Encode<T>): void {
        this.known.add(name);
        if (value !== undefined) this.members.push([name, encode(value)]);
      }

      rest<T>(values: Record<string, T> | undefined, encode: Encode<T>): void {
        for (const [name, value] of Object.entries(values ?? {})) {
          if (!this.known.has(name)) this.members.push([name, encode(value)]);
        }
      }

      json(): JSONValue {
        return record(this.members);
      }
    }

    /** Returns the name of the only member of an object. */
    export function onlyMember(json: JSONValue): string | undefined {
      const names = isObject(json) ? Object.keys(json) : [];
      return names.length === 1 ? names[0] : undefined;
    }

    /** Returns the string value of a member. */
    export function tag(json: JSONValue, name: string): string | undefined {
      const value = isObject(json) ? ownMember(json, name) : undefined;
      return typeof value === "string" ? value : undefined;
    }

    /** Returns the one of several names that an object has as a member. */
    export function onlyOneOf(json: JSONValue, names: string[]): string | undefined {
      const found = isObject(json) ? names.filter((name) => ownMember(json, name) !== undefined) : [];
      return found.length === 1 ? found[0] : undefined;
    }

    /** Adds a step to a JSON Pointer. */
    export function step(pointer: string, name: string): string {
      return `${pointer}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
    }

    /** Returns a member of an object itself, not of its prototype: a member can be called `constructor`. */
    export function ownMember(members: Members, name: string): JSONValue | undefined {
      return Object.prototype.hasOwnProperty.call(members, name) ? members[name] : undefined;
    }

    export function isObject(json: JSONValue): json is Members {
      return typeof json === "object" && json !== null && !Array.isArray(json);
    }

    /** Creates an object that also keeps a member called `__proto__`, which an assignment would not. */
    function record<T>(members: [string, T][]): Record<string, T> {
      return Object.fromEntries(members);
    }

    export function objectOf(json: JSONValue, pointer: string): Members {
      if (!isObject(json)) throw mismatch("an object", json, pointer);
      return json;
    }

    export function mismatch(expected: string, found: JSONValue, pointer: string): ContentError {
      return new ContentError(`expected ${expected}, found ${kind(found)}`, pointer);
    }

    function kind(json: JSONValue): string {
      if (json === null) return "null";
      if (Array.isArray(json)) return "an array";
      if (typeof json === "number") return String(json);
      return typeof json === "object" ? "an object" : `a ${typeof json}`;
    }
    """#
}
