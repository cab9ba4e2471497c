export class ContentError extends Error {
    constructor(reason, pointer) {
        super(pointer === "" ? reason : `${pointer}: ${reason}`);
        this.name = "ContentError";
        this.reason = reason;
        this.pointer = pointer;
    }
}
export function decodeJSON(json, _pointer) {
    return json;
}
export function decodeString(json, pointer) {
    if (typeof json !== "string")
        throw mismatch("a string", json, pointer);
    return json;
}
export function decodeBoolean(json, pointer) {
    if (typeof json !== "boolean")
        throw mismatch("a boolean", json, pointer);
    return json;
}
export function decodeNumber(json, pointer) {
    if (typeof json !== "number")
        throw mismatch("a number", json, pointer);
    if (!Number.isFinite(json))
        throw mismatch("a number that a double holds", json, pointer);
    return json;
}
export function decodeInteger(json, pointer) {
    if (typeof json !== "number" || !Number.isInteger(json))
        throw mismatch("an integer", json, pointer);
    return json;
}
export function decodeNullable(decode) {
    return (json, pointer) => (json === null ? null : decode(json, pointer));
}
export function decodeArray(decode) {
    return (json, pointer) => {
        if (!Array.isArray(json))
            throw mismatch("an array", json, pointer);
        return json.map((element, index) => decode(element, `${pointer}/${index}`));
    };
}
export function decodeRecord(decode) {
    return (json, pointer) => {
        const members = Object.entries(objectOf(json, pointer));
        return record(members.map(([name, member]) => [name, decode(member, step(pointer, name))]));
    };
}
export function encodeJSON(value) {
    return value;
}
export function encodeString(value) {
    return value;
}
export function encodeBoolean(value) {
    return value;
}
export function encodeNumber(value) {
    if (!Number.isFinite(value))
        throw new ContentError(`${value} is not a number of JSON`, "");
    return value;
}
export function encodeInteger(value) {
    return encodeNumber(value);
}
export function encodeNullable(encode) {
    return (value) => (value === null ? null : encode(value));
}
export function encodeArray(encode) {
    return (value) => value.map((element) => encode(element));
}
export function encodeRecord(encode) {
    return (value) => record(Object.entries(value).map(([name, member]) => [name, encode(member)]));
}
export class MemberReader {
    constructor(json, pointer) {
        this.known = new Set();
        this.members = objectOf(json, pointer);
        this.pointer = pointer;
    }
    required(name, decode) {
        const member = this.member(name);
        if (member === undefined) {
            throw new ContentError(`the member ${JSON.stringify(name)} is missing`, this.pointer);
        }
        return decode(member, step(this.pointer, name));
    }
    optional(name, decode) {
        const member = this.member(name);
        return member === undefined ? undefined : decode(member, step(this.pointer, name));
    }
    optionalOrNull(name, decode) {
        const member = this.member(name);
        return member === undefined || member === null ? undefined : decode(member, step(this.pointer, name));
    }
    rest(decode) {
        const members = Object.entries(this.members).filter(([name]) => !this.known.has(name));
        if (members.length === 0)
            return undefined;
        return record(members.map(([name, member]) => [name, decode(member, step(this.pointer, name))]));
    }
    member(name) {
        this.known.add(name);
        return ownMember(this.members, name);
    }
}
export class MemberWriter {
    constructor() {
        this.members = [];
        this.known = new Set();
    }
    required(name, value, encode) {
        this.known.add(name);
        this.members.push([name, encode(value)]);
    }
    optional(name, value, encode) {
        this.known.add(name);
        if (value !== undefined)
            this.members.push([name, encode(value)]);
    }
    rest(values, encode) {
        for (const [name, value] of Object.entries(values ?? {})) {
            if (!this.known.has(name))
                this.members.push([name, encode(value)]);
        }
    }
    json() {
        return record(this.members);
    }
}
export function onlyMember(json) {
    const names = isObject(json) ? Object.keys(json) : [];
    return names.length === 1 ? names[0] : undefined;
}
export function tag(json, name) {
    const value = isObject(json) ? ownMember(json, name) : undefined;
    return typeof value === "string" ? value : undefined;
}
export function onlyOneOf(json, names) {
    const found = isObject(json) ? names.filter((name) => ownMember(json, name) !== undefined) : [];
    return found.length === 1 ? found[0] : undefined;
}
export function step(pointer, name) {
    return `${pointer}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
}
export function ownMember(members, name) {
    return Object.prototype.hasOwnProperty.call(members, name) ? members[name] : undefined;
}
export function isObject(json) {
    return typeof json === "object" && json !== null && !Array.isArray(json);
}
function record(members) {
    return Object.fromEntries(members);
}
export function objectOf(json, pointer) {
    if (!isObject(json))
        throw mismatch("an object", json, pointer);
    return json;
}
export function mismatch(expected, found, pointer) {
    return new ContentError(`expected ${expected}, found ${kind(found)}`, pointer);
}
function kind(json) {
    if (json === null)
        return "null";
    if (Array.isArray(json))
        return "an array";
    if (typeof json === "number")
        return String(json);
    return typeof json === "object" ? "an object" : `a ${typeof json}`;
}
