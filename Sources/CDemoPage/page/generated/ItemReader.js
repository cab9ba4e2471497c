import { ContentError, isObject, ownMember, step } from "./ContentCoding.js";
import { formatPaths } from "./FormatPaths.js";
import { arrayOf } from "./ValuePath.js";
import { decodeViewContent, encodeViewContent, viewTypes } from "./ViewContent.js";
const itemFormat = {
    name: "screen",
    screen: "$items",
    item: { id: "$id", viewType: "$viewType", content: "$content" },
};
const maximumDepth = 64;
export function hasItems(paths) {
    return paths.list !== undefined || paths.byID !== undefined;
}
export function rootIDs(path, place) {
    const json = path?.find(place)?.json;
    return Array.isArray(json) ? json.flatMap((id) => (typeof id === "string" ? id : [])) : undefined;
}
export class ItemReader {
    constructor(format) {
        this.problems = [];
        this.ids = new Identifiers();
        this.known = new Set(viewTypes);
        this.depth = 0;
        this.format = format;
        this.wireNames = format.item.names.wireNames(viewTypes);
        const { screen, section } = format;
        const isApart = hasItems(screen.items) && section !== undefined && section.items.roots !== undefined &&
            !hasItems(section.items);
        this.pool = format.isFlat || isApart ? new ItemPool() : undefined;
    }
    problem(kind, place, reason, viewType) {
        const text = new ContentError(reason, place.pointer).message;
        this.problems.push({ kind, text, ...(viewType !== undefined && { viewType }) });
    }
    parts(place, key) {
        const paths = this.format.item;
        const sent = paths.viewType?.name(place, this.wireNames);
        if (paths.viewType !== undefined && sent === undefined)
            return undefined;
        const id = paths.id?.name(place, this.wireNames)?.text;
        const only = this.known.size === 1 ? viewTypes[0] : undefined;
        return {
            viewType: sent === undefined ? only ?? "" : paths.names.viewType(sent),
            id: id ?? key,
            content: paths.content === undefined
                ? { json: {}, pointer: place.pointer }
                : paths.content.find(place, sent?.text, id, this.wireNames),
            place,
        };
    }
    forEachItem(paths, place, skipsKnown, body) {
        if (paths.list !== undefined) {
            const list = paths.list.resolve(place);
            if (list === undefined)
                return false;
            arrayOf(list).forEach((json, index) => this.item({ json, pointer: `${list.pointer}/${index}` }, body));
            return true;
        }
        const object = paths.byID?.resolve(place);
        if (object === undefined)
            return false;
        if (!isObject(object.json))
            throw new ContentError("expected an object of items", object.pointer);
        const names = Object.keys(object.json);
        const roots = rootIDs(paths.roots, place);
        const first = new Set(roots);
        const order = roots === undefined ? names : [...first, ...names.filter((name) => !first.has(name)).sort()];
        for (const name of order) {
            const json = ownMember(object.json, name);
            if (json === undefined || (skipsKnown && this.ids.has(name)))
                continue;
            this.item({ json, pointer: step(object.pointer, name) }, body, name);
        }
        return true;
    }
    item(place, body, key) {
        const parts = this.parts(place, key);
        if (parts === undefined)
            this.skip(place);
        else
            body(parts);
    }
    skip(place) {
        const reason = `the element is not an item of the wire format "${this.format.name}" and was skipped`;
        this.problem("item-unreadable", place, reason);
    }
    identifier({ id: sent, viewType, place }) {
        if (sent !== undefined && this.ids.claim(sent))
            return sent;
        const id = this.ids.derive(viewType);
        if (sent !== undefined) {
            const reason = `the id "${sent}" is used twice; this item gets the id "${id}"`;
            this.problem("repeated-id", place, reason, viewType);
        }
        return id;
    }
    decode({ viewType, content, place }, id) {
        const json = content === undefined ? null : content.json;
        const unknown = { id, viewType, content: { kind: "unknown", viewType, content: json } };
        if (!this.known.has(viewType)) {
            const reason = this.format.item.viewType === undefined
                ? "the wire format does not send the view type, and not exactly one is known"
                : `the view type "${viewType}" is not known`;
            this.problem("unknown-view-type", place, reason, viewType);
            return unknown;
        }
        const count = this.problems.length;
        const outer = current;
        current = this;
        try {
            if (content === undefined)
                throw new ContentError("the content is missing", place.pointer);
            return { id, viewType, content: decodeViewContent(viewType, json, content.pointer) };
        }
        catch (error) {
            if (!(error instanceof ContentError))
                throw error;
            if (this.pool === undefined)
                this.problems.length = count;
            this.problems.push({ kind: "content-failed", viewType, text: error.message });
            return unknown;
        }
        finally {
            current = outer;
        }
    }
    innerItems(place) {
        if (this.depth >= maximumDepth) {
            throw new ContentError(`more than ${maximumDepth} items are inside each other`, place.pointer);
        }
        this.depth += 1;
        try {
            this.pool?.noteSlot();
            const { json, pointer } = place;
            if (json === null)
                return [];
            if (Array.isArray(json)) {
                return json.flatMap((element, index) => this.innerItem({ json: element, pointer: `${pointer}/${index}` }) ?? []);
            }
            if (!isObject(json) && !(this.pool !== undefined && typeof json === "string")) {
                throw new ContentError("expected a list of items or an item", pointer);
            }
            const item = this.innerItem(place);
            return item === undefined ? [] : [item];
        }
        finally {
            this.depth -= 1;
        }
    }
    innerItem(place) {
        const { json } = place;
        if (this.pool !== undefined && typeof json === "string") {
            const reason = this.pool.take(json);
            if (reason !== undefined) {
                this.problem("item-unreadable", place, reason);
                return undefined;
            }
            this.decodePooled(json);
            return this.pool.item(json);
        }
        const parts = this.parts(place);
        if (parts !== undefined)
            return this.decode(parts, this.identifier(parts));
        this.skip(place);
        return undefined;
    }
    decodePooled(id) {
        const parts = this.pool?.begin(id);
        if (parts !== undefined)
            this.pool?.end(id, this.decode(parts, id));
    }
}
export class Identifiers {
    constructor() {
        this.taken = new Set();
        this.counts = new Map();
    }
    has(id) {
        return this.taken.has(id);
    }
    claim(id) {
        if (this.taken.has(id))
            return false;
        this.taken.add(id);
        return true;
    }
    derive(name) {
        for (;;) {
            const number = (this.counts.get(name) ?? 0) + 1;
            this.counts.set(name, number);
            if (this.claim(`${name}-${number}`))
                return `${name}-${number}`;
        }
    }
}
class ItemPool {
    constructor() {
        this.ids = [];
        this.parts = new Map();
        this.items = new Map();
        this.parents = new Map();
        this.declaring = new Set();
        this.current = [];
    }
    add(parts, id) {
        this.parts.set(id, parts);
        this.ids.push(id);
    }
    item(id) {
        return this.items.get(id);
    }
    begin(id) {
        if (this.items.has(id) || this.current.includes(id))
            return undefined;
        const parts = this.parts.get(id);
        if (parts !== undefined)
            this.current.push(id);
        return parts;
    }
    end(id, item) {
        this.items.set(id, item);
        this.current.pop();
    }
    noteSlot() {
        const id = this.current[this.current.length - 1];
        if (id !== undefined)
            this.declaring.add(id);
    }
    take(id) {
        if (!this.parts.has(id))
            return `the response has no item with the id "${id}"`;
        if (this.current.includes(id))
            return `the item "${id}" is inside itself`;
        const parent = this.current[this.current.length - 1];
        const other = this.parents.get(id);
        if (other !== undefined)
            return `the item "${id}" is inside "${other}" already`;
        if (parent !== undefined)
            this.parents.set(id, parent);
        return undefined;
    }
    top() {
        const children = new Map(this.ids.map((id) => [id, []]));
        for (const id of this.ids) {
            const parent = this.parents.get(id);
            if (parent !== undefined)
                children.get(parent)?.push(id);
            if (this.declaring.has(id))
                continue;
            const inside = this.references(this.parts.get(id)?.content?.json ?? null);
            children.get(id)?.push(...inside.filter((other) => other !== id && !this.parents.has(other)));
        }
        const inside = new Set(Array.from(children.values()).flat());
        const top = new Set(this.ids.filter((id) => !inside.has(id)));
        const reached = new Set();
        const reach = (start) => {
            const rest = [start];
            for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
                if (reached.has(id))
                    continue;
                reached.add(id);
                rest.push(...(children.get(id) ?? []));
            }
        };
        top.forEach(reach);
        for (const id of this.ids) {
            if (reached.has(id))
                continue;
            top.add(id);
            reach(id);
        }
        return top;
    }
    references(json) {
        if (typeof json === "string")
            return this.parts.has(json) ? [json] : [];
        return typeof json === "object" && json !== null ? Object.values(json).flatMap((part) => this.references(part)) : [];
    }
}
let current;
export function decodeItems(json, pointer) {
    return (current ?? new ItemReader(formatPaths(itemFormat))).innerItems({ json, pointer });
}
export function decodeItem(json, pointer) {
    const [item] = decodeItems(json, pointer);
    if (item === undefined)
        throw new ContentError("expected an item", pointer);
    return item;
}
export function decodeItemIfPresent(json, pointer) {
    return decodeItems(json, pointer)[0];
}
export function encodeItems(items) {
    return items.map(encodeItem);
}
export function encodeItem(item) {
    return { id: item.id, viewType: item.viewType, content: encodeViewContent(item.content) };
}
