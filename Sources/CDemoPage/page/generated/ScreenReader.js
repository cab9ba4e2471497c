import { ContentError } from "./ContentCoding.js";
import { hasItems, Identifiers, ItemReader, rootIDs } from "./ItemReader.js";
import { arrayOf } from "./ValuePath.js";
export class ScreenReader {
    constructor(format) {
        this.ids = new Identifiers();
        this.sections = [];
        this.isFound = false;
        this.failures = [];
        this.format = format;
        this.reader = new ItemReader(format);
    }
    get problems() {
        return this.reader.problems;
    }
    read(json) {
        const root = { json, pointer: "" };
        const { screen } = this.format;
        for (const list of screen.lists)
            if (list.kind === "section")
                this.ids.claim(list.id);
        const named = new Map();
        for (const list of screen.lists) {
            if (list.kind === "section")
                named.set(list.id, this.namedSection(list.id, list.path, list.isSingle, root));
        }
        for (const list of screen.lists) {
            const section = list.kind === "section" ? named.get(list.id) : undefined;
            if (section !== undefined)
                this.sections.push(section);
            if (list.kind === "sections")
                this.readSections(list.path, root);
            if (list.kind === "items")
                this.readItems(root);
        }
        const [failure] = this.failures;
        if (!this.isFound && failure !== undefined)
            throw failure;
        for (const error of this.failures)
            this.noteUnreadable(error);
        const innerItems = this.fillFromPool(root);
        return {
            screenName: screen.screenName?.text(root),
            sections: this.sections.map(({ section }) => section),
            problems: this.problems.map(({ text }) => text),
            values: screen.values.read(root),
            innerItems,
        };
    }
    namedSection(id, path, isSingle, root) {
        const members = new Members(id);
        this.note(root, () => {
            if (!isSingle)
                return this.readList({ list: path, byID: undefined, roots: undefined }, root, members);
            const place = path.resolve(root);
            if (place === undefined || place.json === null)
                return true;
            const parts = this.reader.parts(place);
            if (parts === undefined)
                throw new ContentError("the value is not an item", place.pointer);
            this.add(parts, members);
            return true;
        });
        return members;
    }
    readItems(root) {
        const { screen, section } = this.format;
        const hasSections = screen.lists.some((list) => list.kind === "sections");
        if (hasSections && section !== undefined && hasItems(section.items))
            return;
        const members = new Members("");
        this.note(root, () => this.readList(screen.items, root, members, true));
        if (hasSections && section?.items.roots !== undefined)
            return;
        members.section.id = this.ids.derive("section");
        this.sections.push(members);
    }
    readSections(path, root) {
        const paths = this.format.section;
        if (paths === undefined)
            return;
        this.note(root, () => {
            const place = path.resolve(root);
            if (place === undefined)
                return false;
            arrayOf(place).forEach((json, index) => this.readSection(paths, { json, pointer: `${place.pointer}/${index}` }));
            return true;
        });
    }
    readSection(paths, place) {
        const members = new Members("");
        const { section } = members;
        section.header = paths.header?.text(place);
        section.footer = paths.footer?.text(place);
        section.values = paths.values.read(place);
        if (hasItems(paths.items)) {
            try {
                if (!this.readList(paths.items, place, members))
                    throw this.missing(place);
            }
            catch (error) {
                if (!(error instanceof ContentError))
                    throw error;
                this.noteUnreadable(error);
                if (typeof place.json !== "object" || place.json === null)
                    return;
            }
        }
        const roots = rootIDs(paths.items.roots, place);
        if (roots !== undefined)
            members.ids = this.putFirst(roots, members.ids);
        section.id = this.sectionID(paths.id?.name(place)?.text, place);
        this.sections.push(members);
    }
    sectionID(sent, place) {
        if (sent !== undefined && this.ids.claim(sent))
            return sent;
        const id = this.ids.derive("section");
        if (sent !== undefined) {
            const reason = `the section id "${sent}" is used twice; this section gets the id "${id}"`;
            this.reader.problem("repeated-id", place, reason);
        }
        return id;
    }
    readList(paths, place, members, skipsKnown = false) {
        return this.reader.forEachItem(paths, place, skipsKnown, (parts) => this.add(parts, members));
    }
    add(parts, members) {
        const id = this.reader.identifier(parts);
        if (this.reader.pool === undefined) {
            members.section.items.push(this.reader.decode(parts, id));
        }
        else {
            this.reader.pool.add(parts, id);
            members.ids.push(id);
        }
    }
    fillFromPool(root) {
        const { pool } = this.reader;
        if (pool === undefined)
            return [];
        for (const id of pool.ids)
            this.reader.decodePooled(id);
        const roots = rootIDs(this.format.screen.items.roots, root);
        const [only] = this.sections;
        if (roots !== undefined) {
            const first = this.putFirst(roots, only?.ids ?? []);
            if (only !== undefined && this.sections.length === 1)
                only.ids = first;
        }
        const top = this.roots ?? pool.top();
        const placed = new Set();
        for (const { section, ids } of this.sections) {
            for (const id of ids) {
                const item = pool.item(id);
                if (item === undefined || !top.has(id) || placed.has(id))
                    continue;
                placed.add(id);
                section.items.push(item);
            }
        }
        return pool.ids.filter((id) => !placed.has(id)).flatMap((id) => pool.item(id) ?? []);
    }
    putFirst(top, ids) {
        const first = new Set(top);
        this.roots = new Set([...(this.roots ?? []), ...top]);
        return [...top, ...ids.filter((id) => !first.has(id))];
    }
    note(root, body) {
        try {
            if (body())
                this.isFound = true;
            else
                this.failures.push(this.missing(root));
        }
        catch (error) {
            if (!(error instanceof ContentError))
                throw error;
            this.failures.push(error);
        }
    }
    noteUnreadable({ message }) {
        this.reader.problems.push({ kind: "item-unreadable", text: message });
    }
    missing(place) {
        return new ContentError(`a list of items of the wire format "${this.format.name}" is missing`, place.pointer);
    }
}
class Members {
    constructor(id) {
        this.ids = [];
        this.section = { id, header: undefined, footer: undefined, items: [], values: {} };
    }
}
