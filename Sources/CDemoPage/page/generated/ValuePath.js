import { ContentError, isObject, mismatch, objectOf, ownMember, step } from "./ContentCoding.js";
export const placeholders = [
    "items", "item", "itemsByID", "roots", "sections", "screenName", "values", "page", "route", "version", "experiment",
    "variant", "header", "footer", "id", "viewType", "content",
];
export function kindOf(value) {
    if (value === null)
        return "null";
    if (Array.isArray(value))
        return "array";
    switch (typeof value) {
        case "boolean": return "boolean";
        case "number": return "number";
        case "string": return "string";
        default: return "object";
    }
}
export const noNames = new Set();
export function memberPath(names) {
    return new ValuePath(names.map((name) => ({ kind: "member", name })));
}
export function pointerPath(pointer) {
    if (typeof pointer !== "string" || !pointer.startsWith("/"))
        return undefined;
    const tokens = pointer.slice(1).split("/").map((token) => token.replace(/~1/g, "/").replace(/~0/g, "~"));
    return new ValuePath(tokens.map((token) => ({ kind: "token", token })));
}
export class ValuePath {
    constructor(steps) {
        this.steps = steps;
    }
    get isCertain() {
        return this.steps.every((step) => {
            if (step.kind !== "element")
                return true;
            const { index, elements } = step;
            return !elements.slice(0, index).some((element) => element.mayBeAbsent) ||
                !elements.slice(index + 1).some((element) => element.mayBeAbsent);
        });
    }
    resolve(start, types = noNames) {
        let place = start;
        for (const next of this.steps) {
            if (place === undefined)
                return undefined;
            place = follow(next, place, types);
        }
        return place;
    }
    find(start, types = noNames) {
        return unlessMismatch(() => this.resolve(start, types));
    }
    text(start) {
        const json = this.find(start)?.json;
        return typeof json === "string" ? json : undefined;
    }
    name(start, types = noNames) {
        const last = this.steps[this.steps.length - 1];
        if (last?.kind === "name") {
            const object = new ValuePath(this.steps.slice(0, -1)).find(start, types)?.json;
            const text = object !== undefined && isObject(object) ? last.place.name(last.placeholder, object, types) : undefined;
            return text === undefined ? undefined : { text, kind: "member" };
        }
        const json = this.find(start, types)?.json;
        if (typeof json === "string")
            return { text: json, kind: "string" };
        return typeof json === "number" ? { text: String(json), kind: "number" } : undefined;
    }
}
function follow(next, place, types) {
    switch (next.kind) {
        case "member": return memberAt(place, next.name);
        case "token":
            if (isObject(place.json))
                return memberAt(place, next.token);
            return /^[0-9]+$/.test(next.token) ? elementAt(place, Number(next.token)) : memberAt(place, next.token);
        case "named": {
            const name = next.place.name(next.placeholder, objectOf(place.json, place.pointer), types);
            return name === undefined ? undefined : memberAt(place, name);
        }
        case "element": {
            const index = sentIndex(next.index, next.elements, arrayOf(place));
            return index === undefined ? undefined : elementAt(place, index);
        }
        case "name": return undefined;
    }
}
function memberAt(place, name) {
    const json = ownMember(objectOf(place.json, place.pointer), name);
    return json === undefined ? undefined : { json, pointer: step(place.pointer, name) };
}
function elementAt(place, index) {
    const json = arrayOf(place)[index];
    return json === undefined ? undefined : { json, pointer: `${place.pointer}/${index}` };
}
export function arrayOf(place) {
    if (!Array.isArray(place.json))
        throw mismatch("an array", place.json, place.pointer);
    return place.json;
}
export function unlessMismatch(body) {
    try {
        return body();
    }
    catch (error) {
        if (error instanceof ContentError)
            return undefined;
        throw error;
    }
}
function sentIndex(index, elements, sent) {
    const element = elements[index];
    if (sent.length === elements.length)
        return index;
    if (element === undefined || sent.length > elements.length)
        return undefined;
    const kinds = sent.map(kindOf);
    const before = reachable(elements.slice(0, index), kinds);
    const after = reachable(elements.slice(index + 1).reverse(), kinds.slice().reverse());
    const indices = Array.from(sent.keys()).filter((at) => {
        return accepts(element, kinds[at]) && before.has(at) && after.has(sent.length - 1 - at);
    });
    if (indices.length !== 1)
        return undefined;
    if (element.mayBeAbsent && Array.from(before).some((count) => after.has(sent.length - count)))
        return undefined;
    return indices[0];
}
function reachable(elements, sent) {
    let counts = new Set([0]);
    for (const element of elements) {
        const next = new Set(element.mayBeAbsent ? counts : []);
        counts.forEach((count) => {
            if (count < sent.length && accepts(element, sent[count]))
                next.add(count + 1);
        });
        counts = next;
    }
    return counts;
}
function accepts(element, kind) {
    return element.kinds === undefined || (kind !== undefined && element.kinds.includes(kind));
}
export class NamePlace {
    constructor(fixed, placeholders) {
        this.fixed = fixed;
        this.placeholders = placeholders;
    }
    name(placeholder, object, types) {
        const names = Object.keys(object).filter((name) => !this.fixed.has(name));
        if (names.length <= 1)
            return names[0];
        let candidates = names;
        if (placeholder === "viewType") {
            candidates = names.filter((name) => types.has(name));
        }
        else if (this.placeholders.has("viewType")) {
            const viewType = this.name("viewType", object, types);
            candidates = names.filter((name) => name !== viewType);
        }
        return candidates.length === 1 ? candidates[0] : undefined;
    }
    rest(json, names) {
        if (!isObject(json))
            return json;
        return Object.fromEntries(Object.entries(json).filter(([name]) => !this.fixed.has(name) && !names.includes(name)));
    }
}
