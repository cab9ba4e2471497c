import { ContentPath, TypeNames, ValuesPaths } from "./FormatParts.js";
import { kindOf, memberPath, NamePlace, placeholders, pointerPath, ValuePath, } from "./ValuePath.js";
const ofAll = ["screenName", "route", "version", "experiment", "variant"];
const ofScreens = [
    ...ofAll, "items", "item", "itemsByID", "roots", "sections", "values", "page",
];
const ofSections = [
    ...ofAll, "items", "itemsByID", "roots", "id", "header", "footer", "values",
];
const ofItems = [...ofAll, "id", "viewType", "content"];
const compiled = new WeakMap();
export function formatPaths(format) {
    let paths = compiled.get(format);
    if (paths === undefined) {
        paths = "list" in format ? pathsOfPaths(format) : pathsOfDocument(format);
        compiled.set(format, paths);
    }
    return paths;
}
function pathsOfPaths(format) {
    const list = memberPath(format.list);
    const none = { list: undefined, byID: undefined, roots: undefined };
    const { section } = format;
    return {
        name: format.name,
        screen: {
            lists: section === undefined ? [{ kind: "items" }] : [{ kind: "sections", path: list }],
            items: section === undefined ? { ...none, list } : none,
            values: new ValuesPaths([]),
            screenName: format.screenName && memberPath(format.screenName),
        },
        section: section && {
            items: { ...none, list: memberPath(section.items) },
            values: new ValuesPaths([]),
            id: section.id && memberPath(section.id),
            header: section.header && memberPath(section.header),
            footer: section.footer && memberPath(section.footer),
        },
        item: {
            viewType: memberPath(format.viewType),
            content: new ContentPath(memberPath(format.content), undefined),
            id: format.id && memberPath(format.id),
            names: new TypeNames({}),
        },
        isFlat: false,
    };
}
function pathsOfDocument(format) {
    const fail = (reason) => {
        throw new Error(`"${format.name}" is not a wire format: ${reason}`);
    };
    const template = (of, allowed) => new TemplateUses(of, allowed, fail);
    if (format.screen === undefined)
        fail("the member \"screen\" is missing");
    if (format.item === undefined)
        fail("the member \"item\" is missing");
    const screen = screenPaths(template(format.screen, ofScreens));
    if (format.section === undefined && screen.lists.some((list) => list.kind === "sections")) {
        fail("the member \"section\" is missing; \"$sections\" needs it");
    }
    const { nesting } = format;
    if (nesting !== undefined && nesting !== "inline" && nesting !== "flat") {
        fail("\"nesting\" must be \"inline\" or \"flat\"");
    }
    const pointer = (name) => {
        const text = format[name];
        return text === undefined ? undefined : pointerPath(text) ?? fail(`"${name}" must be a JSON Pointer, such as "/type"`);
    };
    const names = format.viewTypes ?? {};
    if (!Object.values(names).every((name) => typeof name === "string" || typeof name === "number")) {
        fail("the members of \"viewTypes\" must be strings or numbers");
    }
    return {
        name: format.name,
        screen,
        section: format.section === undefined ? undefined : sectionPaths(template(format.section, ofSections)),
        item: itemPaths(template(format.item, ofItems), pointer("viewType"), pointer("id"), new TypeNames(names)),
        isFlat: nesting === "flat",
    };
}
function screenPaths(template) {
    const items = template.itemLists();
    const lists = [];
    const named = new Set();
    const addItems = () => {
        if (!lists.some((list) => list.kind === "items"))
            lists.push({ kind: "items" });
    };
    for (const { placeholder, path: [id], steps } of template.uses) {
        if ((placeholder === "items" || placeholder === "item") && id !== undefined) {
            if (named.has(id))
                continue;
            named.add(id);
            const path = template.path("items", id);
            lists.push({ kind: "section", id, path: path ?? steps, isSingle: path === undefined });
        }
        else if (placeholder === "sections") {
            const path = template.path("sections");
            if (path !== undefined && !lists.some((list) => list.kind === "sections"))
                lists.push({ kind: "sections", path });
        }
        else if (placeholder === "items" || (placeholder === "itemsByID" && items.list === undefined)) {
            addItems();
        }
    }
    return { lists, items, values: template.values(), screenName: template.path("screenName") };
}
function sectionPaths(template) {
    return {
        items: template.itemLists(),
        values: template.values(),
        id: template.path("id"),
        header: template.path("header"),
        footer: template.path("footer"),
    };
}
function itemPaths(template, viewType, id, names) {
    const whole = template.path("content");
    const spread = template.uses.find((use) => use.placeholder === "content" && use.spread !== undefined);
    const path = whole ?? spread?.steps;
    const inside = (pointer) => pointer && path && new ValuePath([...path.steps, ...pointer.steps]);
    return {
        viewType: template.path("viewType") ?? inside(viewType),
        content: path && new ContentPath(path, whole === undefined ? spread?.spread : undefined),
        id: template.path("id") ?? inside(id),
        names,
    };
}
class TemplateUses {
    constructor(template, allowed, fail) {
        this.uses = [];
        this.allowed = allowed;
        this.fail = fail;
        this.visit(template, []);
    }
    path(placeholder, id) {
        const paths = this.uses
            .filter((use) => use.placeholder === placeholder && use.path[0] === id && use.spread === undefined)
            .map((use) => use.steps);
        return paths.find((path) => path.isCertain) ?? paths[0];
    }
    itemLists() {
        return { list: this.path("items"), byID: this.path("itemsByID"), roots: this.path("roots") };
    }
    values() {
        return new ValuesPaths(this.uses.filter((use) => use.placeholder === "values"));
    }
    visit(template, steps) {
        if (typeof template === "string") {
            const use = this.use(template);
            if (use !== undefined)
                this.add(use, steps);
        }
        else if (isTemplateArray(template)) {
            const elements = template.map(elementOf);
            template.forEach((element, index) => this.visit(element, [...steps, { kind: "element", index, elements }]));
        }
        else if (typeof template === "object" && template !== null) {
            this.visitMembers(Object.entries(template), steps);
        }
    }
    visitMembers(members, steps) {
        const named = new Map();
        const fixed = new Set();
        for (const [name] of members) {
            if (name === "...")
                continue;
            const use = this.use(name, true);
            if (use === undefined)
                fixed.add(literal(name));
            else
                named.set(name, use);
        }
        const place = new NamePlace(fixed, new Set(Array.from(named.values(), (use) => use.placeholder)));
        for (const [name, value] of members) {
            const use = named.get(name);
            if (name === "...") {
                this.uses.push({ ...this.spread(value), steps: new ValuePath(steps), spread: place });
            }
            else if (use !== undefined) {
                const { placeholder } = use;
                this.add(use, [...steps, { kind: "name", place, placeholder }]);
                this.visit(value, [...steps, { kind: "named", place, placeholder }]);
            }
            else {
                this.visit(value, [...steps, { kind: "member", name: literal(name) }]);
            }
        }
    }
    spread(value) {
        const use = typeof value === "string" ? this.use(value) : undefined;
        if (use !== undefined && !use.isNullable && (use.placeholder === "content" || use.placeholder === "values"))
            return use;
        return this.fail("\"...\" must be \"$content\" or \"$values\"");
    }
    add(use, steps) {
        this.uses.push({ ...use, steps: new ValuePath(steps), spread: undefined });
    }
    use(text, isName = false) {
        const name = placeholderName(text);
        if (name === undefined)
            return undefined;
        const use = useOf(name);
        const isAllowed = use !== undefined && this.allowed.includes(use.placeholder) &&
            (!isName || (!use.isNullable && (use.placeholder === "id" || use.placeholder === "viewType")));
        return isAllowed ? use : this.fail(`"${text}" is not a placeholder here`);
    }
}
function isTemplateArray(template) {
    return Array.isArray(template);
}
function placeholderName(text) {
    return text.startsWith("$") && !text.startsWith("$$") ? text.slice(1) : undefined;
}
function useOf(text) {
    const isNullable = text.endsWith("?");
    const whole = isNullable ? text.slice(0, -1) : text;
    const dot = whole.indexOf(".");
    const name = dot < 0 ? whole : whole.slice(0, dot);
    const rest = dot < 0 ? undefined : whole.slice(dot + 1);
    const placeholder = placeholders.find((known) => known === name);
    if (placeholder === undefined)
        return undefined;
    let path = [];
    if (placeholder === "values" || placeholder === "page") {
        path = rest?.split(".") ?? [];
        if (path.includes(""))
            return undefined;
    }
    else if (placeholder === "items" || placeholder === "item") {
        path = rest === undefined ? [] : [rest];
    }
    else if (rest !== undefined) {
        return undefined;
    }
    if ((placeholder === "page" || placeholder === "item") && path.length === 0)
        return undefined;
    return { placeholder, path, isNullable };
}
function literal(text) {
    return text.replace(/\$+/g, (dollars, offset) => {
        const rest = /^[A-Za-z0-9_]*/.exec(text.slice(offset + dollars.length))?.[0];
        const isEscape = dollars.length > 1 && (offset === 0 || placeholders.some((name) => name === rest));
        return isEscape ? dollars.slice(1) : dollars;
    });
}
function elementOf(template) {
    const name = typeof template === "string" ? placeholderName(template) : undefined;
    const use = name === undefined ? undefined : useOf(name);
    if (use === undefined)
        return { kinds: [kindOf(template)], mayBeAbsent: false };
    const kinds = kindsOf(use);
    return {
        kinds: kinds && use.isNullable ? [...kinds, "null"] : kinds,
        mayBeAbsent: !use.isNullable && isOptional(use),
    };
}
function kindsOf(use) {
    switch (use.placeholder) {
        case "version": return ["number"];
        case "viewType": return ["string", "number"];
        case "items":
        case "roots":
        case "sections": return ["array"];
        case "itemsByID": return ["object"];
        case "values": return use.path.length === 0 ? ["object"] : undefined;
        case "item":
        case "page":
        case "content": return undefined;
        default: return ["string"];
    }
}
function isOptional(use) {
    switch (use.placeholder) {
        case "experiment":
        case "variant":
        case "header":
        case "footer":
        case "id":
        case "values":
        case "item": return true;
        case "page": return use.path[0] === "next" || use.path[0] === "cursor";
        default: return false;
    }
}
export function isOrderedByMembers({ screen, section }) {
    return [screen.items, section?.items].some((items) => items?.list === undefined && items?.byID !== undefined && items.roots === undefined);
}
