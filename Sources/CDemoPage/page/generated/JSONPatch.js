import { ContentError, isObject, ownMember } from "./ContentCoding.js";
export function applyPatch(value, patch) {
    if (!Array.isArray(patch))
        throw new ContentError("a JSON Patch is an array", "");
    return patch.reduce(applyOperation, value);
}
function applyOperation(value, operation) {
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
            if (path.length > from.length && from.every((token, index) => token === path[index]))
                throw missing(path);
            return add(remove(value, from), path, moved);
        }
        case "copy":
            return add(value, path, valueAt(value, tokens(member(operation, "from"))));
        case "test":
            if (isEqual(valueAt(value, path), member(operation, "value")))
                return value;
            throw new ContentError("the test failed", pointer(path));
        default:
            throw new ContentError(`the operation ${JSON.stringify(name)} is not known`, "");
    }
}
function member(operation, name) {
    const value = isObject(operation) ? ownMember(operation, name) : undefined;
    if (value === undefined)
        throw new ContentError(`an operation has no "${name}"`, "");
    return value;
}
function tokens(text) {
    if (text === "")
        return [];
    if (typeof text !== "string" || !text.startsWith("/"))
        throw new ContentError("not a JSON Pointer", String(text));
    return text.slice(1).split("/").map((token) => token.replace(/~1/g, "/").replace(/~0/g, "~"));
}
function pointer(path) {
    return path.map((token) => "/" + token.replace(/~/g, "~0").replace(/\//g, "~1")).join("");
}
function missing(path) {
    return new ContentError("there is no such place", pointer(path));
}
function index(token, count) {
    const number = /^(0|[1-9][0-9]*)$/.test(token) ? Number(token) : count;
    return number < count ? number : undefined;
}
function child(parent, token) {
    if (Array.isArray(parent))
        return parent[index(token, parent.length) ?? -1];
    return isObject(parent) ? ownMember(parent, token) : undefined;
}
function valueAt(value, path) {
    let found = value;
    for (const token of path)
        found = found === undefined ? undefined : child(found, token);
    if (found === undefined)
        throw missing(path);
    return found;
}
function add(value, path, added) {
    if (path.length === 0)
        return added;
    return changed(value, path, (parent, token) => {
        if (!Array.isArray(parent))
            return put(parent, token, added);
        const at = token === "-" ? parent.length : index(token, parent.length + 1);
        if (at === undefined)
            throw missing(path);
        parent.splice(at, 0, added);
    });
}
function remove(value, path) {
    valueAt(value, path);
    if (path.length === 0)
        return null;
    return changed(value, path, (parent, token) => {
        if (Array.isArray(parent))
            parent.splice(Number(token), 1);
        else
            delete parent[token];
    });
}
function changed(value, path, change) {
    const [token, ...rest] = path;
    if (token === undefined || typeof value !== "object" || value === null)
        throw missing(path);
    const copy = Array.isArray(value) ? [...value] : { ...value };
    if (rest.length === 0) {
        change(copy, token);
    }
    else {
        const inner = child(copy, token);
        if (inner === undefined)
            throw missing(path);
        put(copy, token, changed(inner, rest, change));
    }
    return copy;
}
function put(parent, token, value) {
    Object.defineProperty(parent, token, { value, writable: true, enumerable: true, configurable: true });
}
function isEqual(one, other) {
    if (Array.isArray(one)) {
        return Array.isArray(other) && one.length === other.length
            && one.every((value, at) => isEqual(value, other[at] ?? null));
    }
    if (!isObject(one))
        return one === other;
    const names = Object.keys(one);
    return isObject(other) && names.length === Object.keys(other).length && names.every((name) => {
        const [left, right] = [ownMember(one, name), ownMember(other, name)];
        return left !== undefined && right !== undefined && isEqual(left, right);
    });
}
