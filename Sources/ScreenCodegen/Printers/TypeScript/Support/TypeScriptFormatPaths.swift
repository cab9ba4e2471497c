/// The TypeScript that finds the parts of a screen in the templates of a wire format.
enum TypeScriptFormatPaths {
  static let name = "FormatPaths.ts"

  static let text = #"""
    import { ContentPath, type PlaceholderUse, type TemplateUse, TypeNames, ValuesPaths } from "./FormatParts.js";
    import {
      kindOf, type Kind, memberPath, NamePlace, type Placeholder, placeholders, pointerPath, type Step,
      type TemplateElement, ValuePath,
    } from "./ValuePath.js";
    import type { DocumentFormat, FormatTemplate, PathFormat, WireFormat } from "./WireFormat.js";

    /** Where the parts of a screen are in the JSON of a wire format. */
    export interface FormatPaths {
      readonly name: string;
      readonly screen: ScreenPaths;
      readonly section: SectionPaths | undefined;
      readonly item: ItemPaths;
      /** Whether items inside others are sent in the lists of all items, and their ids in their places. */
      readonly isFlat: boolean;
    }

    export interface ScreenPaths {
      /** The sources of the sections, in the order of the template. */
      readonly lists: readonly FormatList[];
      readonly items: ItemListPaths;
      readonly values: ValuesPaths;
      readonly screenName: ValuePath | undefined;
    }

    /** A source of sections: `$sections`, the items that are in no section of their own, or one section. */
    export type FormatList =
      | { readonly kind: "sections"; readonly path: ValuePath }
      | { readonly kind: "items" }
      | { readonly kind: "section"; readonly id: string; readonly path: ValuePath; readonly isSingle: boolean };

    export interface SectionPaths {
      readonly items: ItemListPaths;
      readonly values: ValuesPaths;
      readonly id: ValuePath | undefined;
      readonly header: ValuePath | undefined;
      readonly footer: ValuePath | undefined;
    }

    /** The paths to the items of a screen or a section: an array, an object by id, and the ids at the top. */
    export interface ItemListPaths {
      readonly list: ValuePath | undefined;
      readonly byID: ValuePath | undefined;
      readonly roots: ValuePath | undefined;
    }

    export interface ItemPaths {
      readonly viewType: ValuePath | undefined;
      readonly content: ContentPath | undefined;
      readonly id: ValuePath | undefined;
      readonly names: TypeNames;
    }

    const ofAll: readonly Placeholder[] = ["screenName", "route", "version", "experiment", "variant"];
    const ofScreens: readonly Placeholder[] = [
      ...ofAll, "items", "item", "itemsByID", "roots", "sections", "values", "page",
    ];
    const ofSections: readonly Placeholder[] = [
      ...ofAll, "items", "itemsByID", "roots", "id", "header", "footer", "values",
    ];
    const ofItems: readonly Placeholder[] = [...ofAll, "id", "viewType", "content"];

    const compiled = new WeakMap<WireFormat, FormatPaths>();

    /** Returns the paths of a wire format; throws an Error when its document is not a wire format. */
    export function formatPaths(format: WireFormat): FormatPaths {
      let paths = compiled.get(format);
      if (paths === undefined) {
        paths = "list" in format ? pathsOfPaths(format) : pathsOfDocument(format);
        compiled.set(format, paths);
      }
      return paths;
    }

    function pathsOfPaths(format: PathFormat): FormatPaths {
      const list = memberPath(format.list);
      const none: ItemListPaths = { list: undefined, byID: undefined, roots: undefined };
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

    function pathsOfDocument(format: DocumentFormat): FormatPaths {
      const fail = (reason: string): never => {
        throw new Error(`"${format.name}" is not a wire format: ${reason}`);
      };
      const template = (of: FormatTemplate, allowed: readonly Placeholder[]) => new TemplateUses(of, allowed, fail);
      if (format.screen === undefined) fail("the member \"screen\" is missing");
      if (format.item === undefined) fail("the member \"item\" is missing");
      const screen = screenPaths(template(format.screen, ofScreens));
      if (format.section === undefined && screen.lists.some((list) => list.kind === "sections")) {
        fail("the member \"section\" is missing; \"$sections\" needs it");
      }
      const { nesting } = format;
      if (nesting !== undefined && nesting !== "inline" && nesting !== "flat") {
        fail("\"nesting\" must be \"inline\" or \"flat\"");
      }
      const pointer = (name: "viewType" | "id"): ValuePath | undefined => {
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

    function screenPaths(template: TemplateUses): ScreenPaths {
      const items = template.itemLists();
      const lists: FormatList[] = [];
      const named = new Set<string>();
      const addItems = () => {
        if (!lists.some((list) => list.kind === "items")) lists.push({ kind: "items" });
      };
      for (const { placeholder, path: [id], steps } of template.uses) {
        if ((placeholder === "items" || placeholder === "item") && id !== undefined) {
          if (named.has(id)) continue;
          named.add(id);
          const path = template.path("items", id);
          lists.push({ kind: "section", id, path: path ?? steps, isSingle: path === undefined });
        } else if (placeholder === "sections") {
          const path = template.path("sections");
          if (path !== undefined && !lists.some((list) => list.kind === "sections")) lists.push({ kind: "sections", path });
        } else if (placeholder === "items" || (placeholder === "itemsByID" && items.list === undefined)) {
          addItems();
        }
      }
      return { lists, items, values: template.values(), screenName: template.path("screenName") };
    }

    function sectionPaths(template: TemplateUses): SectionPaths {
      return {
        items: template.itemLists(),
        values: template.values(),
        id: template.path("id"),
        header: template.path("header"),
        footer: template.path("footer"),
      };
    }

    function itemPaths(
      template: TemplateUses, viewType: ValuePath | undefined, id: ValuePath | undefined, names: TypeNames,
    ): ItemPaths {
      const whole = template.path("content");
      const spread = template.uses.find((use) => use.placeholder === "content" && use.spread !== undefined);
      const path = whole ?? spread?.steps;
      const inside = (pointer: ValuePath | undefined) => pointer && path && new ValuePath([...path.steps, ...pointer.steps]);
      return {
        viewType: template.path("viewType") ?? inside(viewType),
        content: path && new ContentPath(path, whole === undefined ? spread?.spread : undefined),
        id: template.path("id") ?? inside(id),
        names,
      };
    }

    /** The placeholders of a template, in its order. */
    class TemplateUses {
      readonly uses: TemplateUse[] = [];
      private readonly allowed: readonly Placeholder[];
      private readonly fail: (reason: string) => never;

      constructor(template: FormatTemplate, allowed: readonly Placeholder[], fail: (reason: string) => never) {
        this.allowed = allowed;
        this.fail = fail;
        this.visit(template, []);
      }

      /** The path to a value; of several, one that leads there whatever is absent. */
      path(placeholder: Placeholder, id?: string): ValuePath | undefined {
        const paths = this.uses
          .filter((use) => use.placeholder === placeholder && use.path[0] === id && use.spread === undefined)
          .map((use) => use.steps);
        return paths.find((path) => path.isCertain) ?? paths[0];
      }

      itemLists(): ItemListPaths {
        return { list: this.path("items"), byID: this.path("itemsByID"), roots: this.path("roots") };
      }

      values(): ValuesPaths {
        return new ValuesPaths(this.uses.filter((use) => use.placeholder === "values"));
      }

      private visit(template: FormatTemplate, steps: readonly Step[]): void {
        if (typeof template === "string") {
          const use = this.use(template);
          if (use !== undefined) this.add(use, steps);
        } else if (isTemplateArray(template)) {
          const elements = template.map(elementOf);
          template.forEach((element, index) => this.visit(element, [...steps, { kind: "element", index, elements }]));
        } else if (typeof template === "object" && template !== null) {
          this.visitMembers(Object.entries(template), steps);
        }
      }

      private visitMembers(members: readonly (readonly [string, FormatTemplate])[], steps: readonly Step[]): void {
        const named = new Map<string, PlaceholderUse>();
        const fixed = new Set<string>();
        for (const [name] of members) {
          if (name === "...") continue;
          const use = this.use(name, true);
          if (use === undefined) fixed.add(literal(name)); else named.set(name, use);
        }
        const place = new NamePlace(fixed, new Set(Array.from(named.values(), (use) => use.placeholder)));
        for (const [name, value] of members) {
          const use = named.get(name);
          if (name === "...") {
            this.uses.push({ ...this.spread(value), steps: new ValuePath(steps), spread: place });
          } else if (use !== undefined) {
            const { placeholder } = use;
            this.add(use, [...steps, { kind: "name", place, placeholder }]);
            this.visit(value, [...steps, { kind: "named", place, placeholder }]);
          } else {
            this.visit(value, [...steps, { kind: "member", name: literal(name) }]);
          }
        }
      }

      private spread(value: FormatTemplate): PlaceholderUse {
        const use = typeof value === "string" ? this.use(value) : undefined;
        if (use !== undefined && !use.isNullable && (use.placeholder === "content" || use.placeholder === "values")) return use;
        return this.fail("\"...\" must be \"$content\" or \"$values\"");
      }

      private add(use: PlaceholderUse, steps: readonly Step[]): void {
        this.uses.push({ ...use, steps: new ValuePath(steps), spread: undefined });
      }

      /** Reads a string or a member's name as a placeholder; returns undefined for plain text. */
      private use(text: string, isName = false): PlaceholderUse | undefined {
        const name = placeholderName(text);
        if (name === undefined) return undefined;
        const use = useOf(name);
        const isAllowed = use !== undefined && this.allowed.includes(use.placeholder) &&
          (!isName || (!use.isNullable && (use.placeholder === "id" || use.placeholder === "viewType")));
        return isAllowed ? use : this.fail(`"${text}" is not a placeholder here`);
      }
    }

    function isTemplateArray(template: FormatTemplate): template is readonly FormatTemplate[] {
      return Array.isArray(template);
    }

    /** Returns the text after the `$` of a placeholder; undefined for other texts, and for `$$`. */
    function placeholderName(text: string): string | undefined {
      return text.startsWith("$") && !text.startsWith("$$") ? text.slice(1) : undefined;
    }

    function useOf(text: string): PlaceholderUse | undefined {
      const isNullable = text.endsWith("?");
      const whole = isNullable ? text.slice(0, -1) : text;
      const dot = whole.indexOf(".");
      const name = dot < 0 ? whole : whole.slice(0, dot);
      const rest = dot < 0 ? undefined : whole.slice(dot + 1);
      const placeholder = placeholders.find((known) => known === name);
      if (placeholder === undefined) return undefined;
      let path: string[] = [];
      if (placeholder === "values" || placeholder === "page") {
        path = rest?.split(".") ?? [];
        if (path.includes("")) return undefined;
      } else if (placeholder === "items" || placeholder === "item") {
        // The ids of sections can have dots.
        path = rest === undefined ? [] : [rest];
      } else if (rest !== undefined) {
        return undefined;
      }
      if ((placeholder === "page" || placeholder === "item") && path.length === 0) return undefined;
      return { placeholder, path, isNullable };
    }

    /** Returns the text that is sent for a member's name: `$$x` is `$x`. */
    function literal(text: string): string {
      return text.replace(/\$+/g, (dollars: string, offset: number) => {
        const rest = /^[A-Za-z0-9_]*/.exec(text.slice(offset + dollars.length))?.[0];
        const isEscape = dollars.length > 1 && (offset === 0 || placeholders.some((name) => name === rest));
        return isEscape ? dollars.slice(1) : dollars;
      });
    }

    function elementOf(template: FormatTemplate): TemplateElement {
      const name = typeof template === "string" ? placeholderName(template) : undefined;
      const use = name === undefined ? undefined : useOf(name);
      if (use === undefined) return { kinds: [kindOf(template)], mayBeAbsent: false };
      const kinds = kindsOf(use);
      return {
        kinds: kinds && use.isNullable ? [...kinds, "null"] : kinds,
        mayBeAbsent: !use.isNullable && isOptional(use),
      };
    }

    function kindsOf(use: PlaceholderUse): readonly Kind[] | undefined {
      switch (use.placeholder) {
        case "version": return ["number"];
        case "viewType": return ["string", "number"];
        case "items": case "roots": case "sections": return ["array"];
        case "itemsByID": return ["object"];
        case "values": return use.path.length === 0 ? ["object"] : undefined;
        case "item": case "page": case "content": return undefined;
        default: return ["string"];
      }
    }

    function isOptional(use: PlaceholderUse): boolean {
      switch (use.placeholder) {
        case "experiment": case "variant": case "header": case "footer": case "id": case "values": case "item": return true;
        // The last page has neither.
        case "page": return use.path[0] === "next" || use.path[0] === "cursor";
        default: return false;
      }
    }

    /** Whether only the order of an object's members says in which order its items are. */
    export function isOrderedByMembers({ screen, section }: FormatPaths): boolean {
      return [screen.items, section?.items].some(
        (items) => items?.list === undefined && items?.byID !== undefined && items.roots === undefined);
    }
    """#
}
