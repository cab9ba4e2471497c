import { isObject } from "./ContentCoding.js";
import { noNames, } from "./ValuePath.js";
export class ContentPath {
    constructor(path, spread) {
        this.path = path;
        this.spread = spread;
    }
    find(item, viewType, id, types) {
        const place = this.path.find(item, types);
        if (place === undefined || this.spread === undefined)
            return place;
        const { placeholders } = this.spread;
        const names = [placeholders.has("viewType") ? viewType : undefined, placeholders.has("id") ? id : undefined];
        return { json: this.spread.rest(place.json, names), pointer: place.pointer };
    }
}
export class TypeNames {
    constructor(names) {
        this.texts = new Map();
        this.numbers = new Map();
        this.sent = new Map();
        for (const [viewType, name] of Object.entries(names)) {
            (typeof name === "string" ? this.texts : this.numbers).set(String(name), viewType);
            this.sent.set(viewType, String(name));
        }
    }
    wireNames(viewTypes) {
        return new Set([...viewTypes.map((viewType) => this.sent.get(viewType) ?? viewType), ...this.sent.values()]);
    }
    viewType({ text, kind }) {
        const ofText = kind === "number" ? undefined : this.texts.get(text);
        return ofText ?? (kind === "string" ? undefined : this.numbers.get(text)) ?? text;
    }
}
export class ValuesPaths {
    constructor(uses) {
        this.uses = uses;
    }
    read(start) {
        const tree = new ValueTree();
        for (const use of this.uses) {
            const value = this.value(use, start);
            if (value !== undefined && !(use.isNullable && value === null))
                tree.insert(value, use.path);
        }
        return tree.values();
    }
    value(use, start) {
        const json = use.steps.find(start)?.json;
        const { spread } = use;
        if (json === undefined || spread === undefined)
            return json;
        if (!isObject(json))
            return undefined;
        const members = spread.rest(json, Array.from(spread.placeholders, (name) => spread.name(name, json, noNames)));
        return Object.keys(members ?? {}).length === 0 ? undefined : members;
    }
}
class ValueTree {
    constructor() {
        this.children = new Map();
    }
    insert(value, [first, ...rest]) {
        if (first === undefined) {
            this.value = this.value === undefined ? value : filled(this.value, value);
            return;
        }
        const child = this.children.get(first) ?? new ValueTree();
        this.children.set(first, child);
        child.insert(value, rest);
    }
    values() {
        const json = this.json();
        return isObject(json) ? json : {};
    }
    json() {
        if (this.children.size === 0)
            return this.value ?? (this.value === null ? null : {});
        const members = Object.fromEntries(Array.from(this.children, ([name, child]) => [name, child.json()]));
        return this.value === undefined ? members : filled(this.value, members);
    }
}
function filled(own, other) {
    if (!isObject(own) || !isObject(other))
        return own;
    const members = new Map(Object.entries(own));
    for (const [name, value] of Object.entries(other)) {
        const present = members.get(name);
        members.set(name, present === undefined ? value : filled(present, value));
    }
    return Object.fromEntries(members);
}
