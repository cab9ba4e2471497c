/// The TypeScript that reads a screen in any wire format.
enum TypeScriptScreenReader {
  static let name = "ScreenReader.ts"

  static let text = #"""
    import { ContentError, type JSONValue } from "./ContentCoding.js";
    import type { DecodingProblem } from "./DecodingProblem.js";
    import type { FormatPaths, ItemListPaths, SectionPaths } from "./FormatPaths.js";
    import { hasItems, Identifiers, type ItemParts, ItemReader, rootIDs } from "./ItemReader.js";
    import type { Screen, ScreenItem, ScreenSection } from "./Screen.js";
    import { arrayOf, type Place, type ValuePath } from "./ValuePath.js";

    /** Reads one screen. */
    export class ScreenReader {
      private readonly format: FormatPaths;
      private readonly reader: ItemReader;
      private readonly ids = new Identifiers();
      /** The sections, each with the ids of its items if the format sends items apart from their places. */
      private readonly sections: Members[] = [];
      /** The ids of the items at the top, if they are sent. */
      private roots: Set<string> | undefined;
      private isFound = false;
      /** The reasons why lists of the format were not found. */
      private readonly failures: ContentError[] = [];

      constructor(format: FormatPaths) {
        this.format = format;
        this.reader = new ItemReader(format);
      }

      /** What was worked around. */
      get problems(): readonly DecodingProblem[] {
        return this.reader.problems;
      }

      read(json: JSONValue): Screen {
        const root = { json, pointer: "" };
        const { screen } = this.format;
        for (const list of screen.lists) if (list.kind === "section") this.ids.claim(list.id);
        // Named sections first: an object of all items has theirs, too.
        const named = new Map<string, Members>();
        for (const list of screen.lists) {
          if (list.kind === "section") named.set(list.id, this.namedSection(list.id, list.path, list.isSingle, root));
        }
        for (const list of screen.lists) {
          const section = list.kind === "section" ? named.get(list.id) : undefined;
          if (section !== undefined) this.sections.push(section);
          if (list.kind === "sections") this.readSections(list.path, root);
          if (list.kind === "items") this.readItems(root);
        }
        const [failure] = this.failures;
        if (!this.isFound && failure !== undefined) throw failure;
        for (const error of this.failures) this.noteUnreadable(error);
        const innerItems = this.fillFromPool(root);
        return {
          screenName: screen.screenName?.text(root),
          sections: this.sections.map(({ section }) => section),
          problems: this.problems.map(({ text }) => text),
          values: screen.values.read(root),
          innerItems,
        };
      }

      private namedSection(id: string, path: ValuePath, isSingle: boolean, root: Place): Members {
        const members = new Members(id);
        this.note(root, () => {
          if (!isSingle) return this.readList({ list: path, byID: undefined, roots: undefined }, root, members);
          const place = path.resolve(root);
          // Without an item the section is empty.
          if (place === undefined || place.json === null) return true;
          const parts = this.reader.parts(place);
          if (parts === undefined) throw new ContentError("the value is not an item", place.pointer);
          this.add(parts, members);
          return true;
        });
        return members;
      }

      /** Reads the items that are in no section of their own. */
      private readItems(root: Place): void {
        const { screen, section } = this.format;
        const hasSections = screen.lists.some((list) => list.kind === "sections");
        // They are those of the sections.
        if (hasSections && section !== undefined && hasItems(section.items)) return;
        const members = new Members("");
        this.note(root, () => this.readList(screen.items, root, members, true));
        if (hasSections && section?.items.roots !== undefined) return;
        members.section.id = this.ids.derive("section");
        this.sections.push(members);
      }

      private readSections(path: ValuePath, root: Place): void {
        const paths = this.format.section;
        if (paths === undefined) return;
        this.note(root, () => {
          const place = path.resolve(root);
          if (place === undefined) return false;
          arrayOf(place).forEach((json, index) => this.readSection(paths, { json, pointer: `${place.pointer}/${index}` }));
          return true;
        });
      }

      private readSection(paths: SectionPaths, place: Place): void {
        const members = new Members("");
        const { section } = members;
        section.header = paths.header?.text(place);
        section.footer = paths.footer?.text(place);
        section.values = paths.values.read(place);
        if (hasItems(paths.items)) {
          try {
            if (!this.readList(paths.items, place, members)) throw this.missing(place);
          } catch (error) {
            if (!(error instanceof ContentError)) throw error;
            this.noteUnreadable(error);
            if (typeof place.json !== "object" || place.json === null) return;
          }
        }
        const roots = rootIDs(paths.items.roots, place);
        if (roots !== undefined) members.ids = this.putFirst(roots, members.ids);
        section.id = this.sectionID(paths.id?.name(place)?.text, place);
        this.sections.push(members);
      }

      private sectionID(sent: string | undefined, place: Place): string {
        if (sent !== undefined && this.ids.claim(sent)) return sent;
        const id = this.ids.derive("section");
        if (sent !== undefined) {
          const reason = `the section id "${sent}" is used twice; this section gets the id "${id}"`;
          this.reader.problem("repeated-id", place, reason);
        }
        return id;
      }

      /** Reads the items of a list. Returns false when there is no such list. */
      private readList(paths: ItemListPaths, place: Place, members: Members, skipsKnown = false): boolean {
        return this.reader.forEachItem(paths, place, skipsKnown, (parts) => this.add(parts, members));
      }

      private add(parts: ItemParts, members: Members): void {
        const id = this.reader.identifier(parts);
        if (this.reader.pool === undefined) {
          members.section.items.push(this.reader.decode(parts, id));
        } else {
          this.reader.pool.add(parts, id);
          members.ids.push(id);
        }
      }

      /** Decodes the items of the pool and puts those at the top into their sections. Returns the others. */
      private fillFromPool(root: Place): ScreenItem[] {
        const { pool } = this.reader;
        if (pool === undefined) return [];
        for (const id of pool.ids) this.reader.decodePooled(id);
        const roots = rootIDs(this.format.screen.items.roots, root);
        const [only] = this.sections;
        if (roots !== undefined) {
          const first = this.putFirst(roots, only?.ids ?? []);
          // Of several sections each has its own order.
          if (only !== undefined && this.sections.length === 1) only.ids = first;
        }
        const top = this.roots ?? pool.top();
        const placed = new Set<string>();
        for (const { section, ids } of this.sections) {
          for (const id of ids) {
            const item = pool.item(id);
            if (item === undefined || !top.has(id) || placed.has(id)) continue;
            placed.add(id);
            section.items.push(item);
          }
        }
        return pool.ids.filter((id) => !placed.has(id)).flatMap((id) => pool.item(id) ?? []);
      }

      /** Notes the ids of items at the top, and puts them before the others. */
      private putFirst(top: readonly string[], ids: readonly string[]): string[] {
        const first = new Set(top);
        this.roots = new Set([...(this.roots ?? []), ...top]);
        return [...top, ...ids.filter((id) => !first.has(id))];
      }

      /** Notes whether a list was found. One that cannot be read does not affect the others. */
      private note(root: Place, body: () => boolean): void {
        try {
          if (body()) this.isFound = true; else this.failures.push(this.missing(root));
        } catch (error) {
          if (!(error instanceof ContentError)) throw error;
          this.failures.push(error);
        }
      }

      private noteUnreadable({ message }: ContentError): void {
        this.reader.problems.push({ kind: "item-unreadable", text: message });
      }

      private missing(place: Place): ContentError {
        return new ContentError(`a list of items of the wire format "${this.format.name}" is missing`, place.pointer);
      }
    }

    /** A section, and the ids of its items if the format sends items apart from their places. */
    class Members {
      readonly section: ScreenSection;
      ids: string[] = [];

      constructor(id: string) {
        this.section = { id, header: undefined, footer: undefined, items: [], values: {} };
      }
    }
    """#
}
