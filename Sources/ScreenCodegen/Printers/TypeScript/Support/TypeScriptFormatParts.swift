/// The TypeScript that reads the content of an item, its view type, and the values of a screen or a section.
enum TypeScriptFormatParts {
  static let name = "FormatParts.ts"

  static let text = #"""
    import { isObject, type JSONValue } from "./ContentCoding.js";
    import {
      type NamePlace, type Names, noNames, type Place, type Placeholder, type SentName, type ValuePath,
    } from "./ValuePath.js";

    /** A `"$name"` of a template, such as `$values.bar.title` or `$items.body?`. */
    export interface PlaceholderUse {
      readonly placeholder: Placeholder;
      readonly path: readonly string[];
      readonly isNullable: boolean;
    }

    /** A placeholder where it stands in a template. */
    export interface TemplateUse extends PlaceholderUse {
      readonly steps: ValuePath;
      /** The object among whose members the value's members are sent; undefined for other values. */
      readonly spread: NamePlace | undefined;
    }

    /** The path to the content of an item, or to the object that has its members. */
    export class ContentPath {
      readonly path: ValuePath;
      readonly spread: NamePlace | undefined;

      constructor(path: ValuePath, spread: NamePlace | undefined) {
        this.path = path;
        this.spread = spread;
      }

      /** Returns the content; undefined when it is absent. */
      find(item: Place, viewType: string | undefined, id: string | undefined, types: Names): Place | undefined {
        const place = this.path.find(item, types);
        if (place === undefined || this.spread === undefined) return place;
        const { placeholders } = this.spread;
        const names = [placeholders.has("viewType") ? viewType : undefined, placeholders.has("id") ? id : undefined];
        return { json: this.spread.rest(place.json, names), pointer: place.pointer };
      }
    }

    /** What view types are called on the wire. Others are called as in definitions. */
    export class TypeNames {
      private readonly texts = new Map<string, string>();
      private readonly numbers = new Map<string, string>();
      private readonly sent = new Map<string, string>();

      constructor(names: { readonly [viewType: string]: string | number }) {
        for (const [viewType, name] of Object.entries(names)) {
          (typeof name === "string" ? this.texts : this.numbers).set(String(name), viewType);
          this.sent.set(viewType, String(name));
        }
      }

      /** Returns the names on the wire of these view types, and of those with a name of their own. */
      wireNames(viewTypes: readonly string[]): Names {
        return new Set([...viewTypes.map((viewType) => this.sent.get(viewType) ?? viewType), ...this.sent.values()]);
      }

      /** Returns the view type with a name on the wire. */
      viewType({ text, kind }: SentName): string {
        const ofText = kind === "number" ? undefined : this.texts.get(text);
        return ofText ?? (kind === "string" ? undefined : this.numbers.get(text)) ?? text;
      }
    }

    type Values = { [name: string]: JSONValue };

    /** The paths to the values of a screen or a section. */
    export class ValuesPaths {
      private readonly uses: readonly TemplateUse[];

      constructor(uses: readonly TemplateUse[]) {
        this.uses = uses;
      }

      /** Returns the values that are sent. */
      read(start: Place): Values {
        const tree = new ValueTree();
        for (const use of this.uses) {
          const value = this.value(use, start);
          if (value !== undefined && !(use.isNullable && value === null)) tree.insert(value, use.path);
        }
        return tree.values();
      }

      private value(use: TemplateUse, start: Place): JSONValue | undefined {
        const json = use.steps.find(start)?.json;
        const { spread } = use;
        if (json === undefined || spread === undefined) return json;
        if (!isObject(json)) return undefined;
        const members = spread.rest(json, Array.from(spread.placeholders, (name) => spread.name(name, json, noNames)));
        // An absent value has no members here.
        return Object.keys(members ?? {}).length === 0 ? undefined : members;
      }
    }

    /** Values from several places of a response. */
    class ValueTree {
      private value: JSONValue | undefined;
      private readonly children = new Map<string, ValueTree>();

      insert(value: JSONValue, [first, ...rest]: readonly string[]): void {
        if (first === undefined) {
          this.value = this.value === undefined ? value : filled(this.value, value);
          return;
        }
        const child = this.children.get(first) ?? new ValueTree();
        this.children.set(first, child);
        child.insert(value, rest);
      }

      values(): Values {
        const json = this.json();
        return isObject(json) ? json : {};
      }

      private json(): JSONValue {
        if (this.children.size === 0) return this.value ?? (this.value === null ? null : {});
        const members = Object.fromEntries(Array.from(this.children, ([name, child]) => [name, child.json()]));
        return this.value === undefined ? members : filled(this.value, members);
      }
    }

    /** Returns a value with the members that only the other one has, at any depth. */
    function filled(own: JSONValue, other: JSONValue): JSONValue {
      if (!isObject(own) || !isObject(other)) return own;
      const members = new Map(Object.entries(own));
      for (const [name, value] of Object.entries(other)) {
        const present = members.get(name);
        members.set(name, present === undefined ? value : filled(present, value));
      }
      return Object.fromEntries(members);
    }
    """#
}
