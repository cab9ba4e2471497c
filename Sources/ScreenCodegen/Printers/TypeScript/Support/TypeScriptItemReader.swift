/// The TypeScript that decodes the items of a screen, and those inside them.
enum TypeScriptItemReader {
  static let name = "ItemReader.ts"

  static let text = #"""
    import { ContentError, isObject, type JSONValue, ownMember, step } from "./ContentCoding.js";
    import type { DecodingProblem, ProblemKind } from "./DecodingProblem.js";
    import { type FormatPaths, formatPaths, type ItemListPaths } from "./FormatPaths.js";
    import type { ScreenItem } from "./Screen.js";
    import { arrayOf, type Place, type ValuePath } from "./ValuePath.js";
    import { decodeViewContent, encodeViewContent, viewTypes } from "./ViewContent.js";
    import type { DocumentFormat } from "./WireFormat.js";

    /** The format of items outside of a screen. */
    const itemFormat: DocumentFormat = {
      name: "screen",
      screen: "$items",
      item: { id: "$id", viewType: "$viewType", content: "$content" },
    };

    /** The largest number of items around an item. The server allows 32. */
    const maximumDepth = 64;

    export function hasItems(paths: ItemListPaths): boolean {
      return paths.list !== undefined || paths.byID !== undefined;
    }

    export function rootIDs(path: ValuePath | undefined, place: Place): string[] | undefined {
      const json = path?.find(place)?.json;
      return Array.isArray(json) ? json.flatMap((id) => (typeof id === "string" ? id : [])) : undefined;
    }

    /** The parts of an item before its content is decoded. */
    export interface ItemParts {
      readonly viewType: string;
      readonly id: string | undefined;
      /** Undefined when it is missing. */
      readonly content: Place | undefined;
      readonly place: Place;
    }

    /** Decodes the items of a screen, and those inside them. */
    export class ItemReader {
      readonly problems: DecodingProblem[] = [];
      /** The items by id, if the format sends them apart from their places. */
      readonly pool: ItemPool | undefined;
      private readonly format: FormatPaths;
      private readonly ids = new Identifiers();
      private readonly known = new Set(viewTypes);
      /** The known names of view types on the wire. */
      private readonly wireNames: ReadonlySet<string>;
      /** The number of items around the current one. */
      private depth = 0;

      constructor(format: FormatPaths) {
        this.format = format;
        this.wireNames = format.item.names.wireNames(viewTypes);
        const { screen, section } = format;
        const isApart = hasItems(screen.items) && section !== undefined && section.items.roots !== undefined &&
          !hasItems(section.items);
        this.pool = format.isFlat || isApart ? new ItemPool() : undefined;
      }

      problem(kind: ProblemKind, place: Place, reason: string, viewType?: string): void {
        const text = new ContentError(reason, place.pointer).message;
        this.problems.push({ kind, text, ...(viewType !== undefined && { viewType }) });
      }

      /** Splits a value into the parts of an item; returns undefined for a value that is not an item. */
      parts(place: Place, key?: string): ItemParts | undefined {
        const paths = this.format.item;
        const sent = paths.viewType?.name(place, this.wireNames);
        if (paths.viewType !== undefined && sent === undefined) return undefined;
        const id = paths.id?.name(place, this.wireNames)?.text;
        // Items without a view type are of the only one that is known.
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

      /**
       * Calls a function with each item of a list or of an object. Returns false when it is absent.
       *
       * `skipsKnown` skips the items of an object whose ids are in use.
       */
      forEachItem(paths: ItemListPaths, place: Place, skipsKnown: boolean, body: (parts: ItemParts) => void): boolean {
        if (paths.list !== undefined) {
          const list = paths.list.resolve(place);
          if (list === undefined) return false;
          arrayOf(list).forEach((json, index) => this.item({ json, pointer: `${list.pointer}/${index}` }, body));
          return true;
        }
        const object = paths.byID?.resolve(place);
        if (object === undefined) return false;
        if (!isObject(object.json)) throw new ContentError("expected an object of items", object.pointer);
        const names = Object.keys(object.json);
        const roots = rootIDs(paths.roots, place);
        const first = new Set(roots);
        const order = roots === undefined ? names : [...first, ...names.filter((name) => !first.has(name)).sort()];
        for (const name of order) {
          const json = ownMember(object.json, name);
          if (json === undefined || (skipsKnown && this.ids.has(name))) continue;
          this.item({ json, pointer: step(object.pointer, name) }, body, name);
        }
        return true;
      }

      private item(place: Place, body: (parts: ItemParts) => void, key?: string): void {
        const parts = this.parts(place, key);
        if (parts === undefined) this.skip(place); else body(parts);
      }

      private skip(place: Place): void {
        const reason = `the element is not an item of the wire format "${this.format.name}" and was skipped`;
        this.problem("item-unreadable", place, reason);
      }

      /** Returns the id that was sent, or `VIEWTYPE-n` with the next free number, as the server does. */
      identifier({ id: sent, viewType, place }: ItemParts): string {
        if (sent !== undefined && this.ids.claim(sent)) return sent;
        const id = this.ids.derive(viewType);
        if (sent !== undefined) {
          const reason = `the id "${sent}" is used twice; this item gets the id "${id}"`;
          this.problem("repeated-id", place, reason, viewType);
        }
        return id;
      }

      decode({ viewType, content, place }: ItemParts, id: string): ScreenItem {
        const json = content === undefined ? null : content.json;
        const unknown: ScreenItem = { id, viewType, content: { kind: "unknown", viewType, content: json } };
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
          if (content === undefined) throw new ContentError("the content is missing", place.pointer);
          return { id, viewType, content: decodeViewContent(viewType, json, content.pointer) };
        } catch (error) {
          if (!(error instanceof ContentError)) throw error;
          // The item is kept as JSON, with the items inside it.
          if (this.pool === undefined) this.problems.length = count;
          this.problems.push({ kind: "content-failed", viewType, text: error.message });
          return unknown;
        } finally {
          current = outer;
        }
      }

      /** Decodes the items inside an item: a list, a single one, or null. */
      innerItems(place: Place): ScreenItem[] {
        if (this.depth >= maximumDepth) {
          throw new ContentError(`more than ${maximumDepth} items are inside each other`, place.pointer);
        }
        this.depth += 1;
        try {
          this.pool?.noteSlot();
          const { json, pointer } = place;
          if (json === null) return [];
          if (Array.isArray(json)) {
            return json.flatMap((element, index) => this.innerItem({ json: element, pointer: `${pointer}/${index}` }) ?? []);
          }
          if (!isObject(json) && !(this.pool !== undefined && typeof json === "string")) {
            throw new ContentError("expected a list of items or an item", pointer);
          }
          const item = this.innerItem(place);
          return item === undefined ? [] : [item];
        } finally {
          this.depth -= 1;
        }
      }

      private innerItem(place: Place): ScreenItem | undefined {
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
        if (parts !== undefined) return this.decode(parts, this.identifier(parts));
        this.skip(place);
        return undefined;
      }

      /** Decodes an item of the pool, once. */
      decodePooled(id: string): void {
        const parts = this.pool?.begin(id);
        if (parts !== undefined) this.pool?.end(id, this.decode(parts, id));
      }
    }

    /** Unique ids within one screen. */
    export class Identifiers {
      private readonly taken = new Set<string>();
      private readonly counts = new Map<string, number>();

      has(id: string): boolean {
        return this.taken.has(id);
      }

      /** Returns false when the id is in use. */
      claim(id: string): boolean {
        if (this.taken.has(id)) return false;
        this.taken.add(id);
        return true;
      }

      derive(name: string): string {
        for (;;) {
          const number = (this.counts.get(name) ?? 0) + 1;
          this.counts.set(name, number);
          if (this.claim(`${name}-${number}`)) return `${name}-${number}`;
        }
      }
    }

    /** The items of a screen by id, for wire formats that send items apart from the places where they belong. */
    class ItemPool {
      /** All ids, in the order of the response. */
      readonly ids: string[] = [];
      private readonly parts = new Map<string, ItemParts>();
      private readonly items = new Map<string, ScreenItem>();
      /** The item that each item is inside, if a content has declared that place. */
      private readonly parents = new Map<string, string>();
      /** The items whose contents have declared places for items. */
      private readonly declaring = new Set<string>();
      /** The items that are being decoded, the innermost last. */
      private readonly current: string[] = [];

      add(parts: ItemParts, id: string): void {
        this.parts.set(id, parts);
        this.ids.push(id);
      }

      item(id: string): ScreenItem | undefined {
        return this.items.get(id);
      }

      /** Begins to decode an item. Returns undefined when it is decoded, or being decoded. */
      begin(id: string): ItemParts | undefined {
        if (this.items.has(id) || this.current.includes(id)) return undefined;
        const parts = this.parts.get(id);
        if (parts !== undefined) this.current.push(id);
        return parts;
      }

      end(id: string, item: ScreenItem): void {
        this.items.set(id, item);
        this.current.pop();
      }

      noteSlot(): void {
        const id = this.current[this.current.length - 1];
        if (id !== undefined) this.declaring.add(id);
      }

      /** Puts an item inside the current one. Returns the reason when that is not possible. */
      take(id: string): string | undefined {
        if (!this.parts.has(id)) return `the response has no item with the id "${id}"`;
        if (this.current.includes(id)) return `the item "${id}" is inside itself`;
        const parent = this.current[this.current.length - 1];
        const other = this.parents.get(id);
        if (other !== undefined) return `the item "${id}" is inside "${other}" already`;
        if (parent !== undefined) this.parents.set(id, parent);
        return undefined;
      }

      /**
       * Returns the ids of the items that no other item refers to.
       *
       * A content that declares its places for items refers to those. Of other contents each string that is an id counts.
       * Items that are only inside each other are reached from the first of them.
       */
      top(): Set<string> {
        const children = new Map<string, string[]>(this.ids.map((id) => [id, []]));
        for (const id of this.ids) {
          const parent = this.parents.get(id);
          if (parent !== undefined) children.get(parent)?.push(id);
          if (this.declaring.has(id)) continue;
          const inside = this.references(this.parts.get(id)?.content?.json ?? null);
          children.get(id)?.push(...inside.filter((other) => other !== id && !this.parents.has(other)));
        }
        const inside = new Set(Array.from(children.values()).flat());
        const top = new Set(this.ids.filter((id) => !inside.has(id)));
        const reached = new Set<string>();
        const reach = (start: string): void => {
          const rest = [start];
          for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
            if (reached.has(id)) continue;
            reached.add(id);
            rest.push(...(children.get(id) ?? []));
          }
        };
        top.forEach(reach);
        for (const id of this.ids) {
          if (reached.has(id)) continue;
          top.add(id);
          reach(id);
        }
        return top;
      }

      private references(json: JSONValue): string[] {
        if (typeof json === "string") return this.parts.has(json) ? [json] : [];
        return typeof json === "object" && json !== null ? Object.values(json).flatMap((part) => this.references(part)) : [];
      }
    }

    /**
     * The reader of the screen that is being decoded. Decoding is synchronous, so generated functions need no parameter
     * for it.
     */
    let current: ItemReader | undefined;

    /**
     * Decodes the items inside a content. Outside of decodeScreen each is `{"id","viewType","content"}`, as `encodeItem` returns
     * it.
     */
    export function decodeItems(json: JSONValue, pointer: string): ScreenItem[] {
      return (current ?? new ItemReader(formatPaths(itemFormat))).innerItems({ json, pointer });
    }

    /** Decodes the only item at a place of a content. */
    export function decodeItem(json: JSONValue, pointer: string): ScreenItem {
      const [item] = decodeItems(json, pointer);
      if (item === undefined) throw new ContentError("expected an item", pointer);
      return item;
    }

    /** Decodes the only item at a place of a content; returns undefined without one. */
    export function decodeItemIfPresent(json: JSONValue, pointer: string): ScreenItem | undefined {
      return decodeItems(json, pointer)[0];
    }

    export function encodeItems(items: ScreenItem[]): JSONValue {
      return items.map(encodeItem);
    }

    export function encodeItem(item: ScreenItem): JSONValue {
      return { id: item.id, viewType: item.viewType, content: encodeViewContent(item.content) };
    }
    """#
}
