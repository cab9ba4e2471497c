/// The TypeScript that follows a path through the JSON of a response.
enum TypeScriptValuePath {
  static let name = "ValuePath.ts"

  static let text = #"""
    import { ContentError, isObject, type JSONValue, mismatch, objectOf, ownMember, step } from "./ContentCoding.js";
    import type { FormatTemplate } from "./WireFormat.js";

    /** A value of a response, with its JSON Pointer (RFC 6901). */
    export interface Place {
      readonly json: JSONValue;
      readonly pointer: string;
    }

    export const placeholders = [
      "items", "item", "itemsByID", "roots", "sections", "screenName", "values", "page", "route", "version", "experiment",
      "variant", "header", "footer", "id", "viewType", "content",
    ] as const;

    export type Placeholder = (typeof placeholders)[number];

    export type Kind = "null" | "boolean" | "number" | "string" | "array" | "object";

    /** An element of an array of a template: what can be sent for it. */
    export interface TemplateElement {
      /** Undefined when any value can be sent. */
      readonly kinds: readonly Kind[] | undefined;
      readonly mayBeAbsent: boolean;
    }

    export function kindOf(value: JSONValue | FormatTemplate): Kind {
      if (value === null) return "null";
      if (Array.isArray(value)) return "array";
      switch (typeof value) {
        case "boolean": return "boolean";
        case "number": return "number";
        case "string": return "string";
        default: return "object";
      }
    }

    export type Step =
      | { readonly kind: "member"; readonly name: string }
      | { readonly kind: "element"; readonly index: number; readonly elements: readonly TemplateElement[] }
      /** A member of an object, or an element of an array. */
      | { readonly kind: "token"; readonly token: string }
      /** The member whose name is the text of a placeholder. */
      | { readonly kind: "named"; readonly place: NamePlace; readonly placeholder: Placeholder }
      /** The name of that member. Always the last step. */
      | { readonly kind: "name"; readonly place: NamePlace; readonly placeholder: Placeholder };

    export type Names = ReadonlySet<string>;

    export const noNames: Names = new Set();

    export function memberPath(names: readonly string[]): ValuePath {
      return new ValuePath(names.map((name) => ({ kind: "member", name })));
    }

    /** Returns the path of a JSON Pointer (RFC 6901); undefined for other texts, and for the empty pointer. */
    export function pointerPath(pointer: string): ValuePath | undefined {
      if (typeof pointer !== "string" || !pointer.startsWith("/")) return undefined;
      const tokens = pointer.slice(1).split("/").map((token) => token.replace(/~1/g, "/").replace(/~0/g, "~"));
      return new ValuePath(tokens.map((token) => ({ kind: "token", token })));
    }

    /** A view type or an id in a response: a text, a number, or the name of a member. */
    export interface SentName {
      readonly text: string;
      readonly kind: "string" | "number" | "member";
    }

    /** The path from a JSON value to a value inside it. */
    export class ValuePath {
      readonly steps: readonly Step[];

      constructor(steps: readonly Step[]) {
        this.steps = steps;
      }

      /** Whether the position in each array is known whatever is absent. */
      get isCertain(): boolean {
        return this.steps.every((step) => {
          if (step.kind !== "element") return true;
          const { index, elements } = step;
          return !elements.slice(0, index).some((element) => element.mayBeAbsent) ||
            !elements.slice(index + 1).some((element) => element.mayBeAbsent);
        });
      }

      /** Returns the value at the end; undefined when it is absent. Throws a ContentError when a value is of another kind. */
      resolve(start: Place, types: Names = noNames): Place | undefined {
        let place: Place | undefined = start;
        for (const next of this.steps) {
          if (place === undefined) return undefined;
          place = follow(next, place, types);
        }
        return place;
      }

      /** Returns the value at the end; undefined when there is none. */
      find(start: Place, types: Names = noNames): Place | undefined {
        return unlessMismatch(() => this.resolve(start, types));
      }

      /** Returns the string at the end. */
      text(start: Place): string | undefined {
        const json = this.find(start)?.json;
        return typeof json === "string" ? json : undefined;
      }

      /** Returns the view type or id at the end: a string, a number, or the name of a member. */
      name(start: Place, types: Names = noNames): SentName | undefined {
        const last = this.steps[this.steps.length - 1];
        if (last?.kind === "name") {
          const object = new ValuePath(this.steps.slice(0, -1)).find(start, types)?.json;
          const text = object !== undefined && isObject(object) ? last.place.name(last.placeholder, object, types) : undefined;
          return text === undefined ? undefined : { text, kind: "member" };
        }
        const json = this.find(start, types)?.json;
        if (typeof json === "string") return { text: json, kind: "string" };
        return typeof json === "number" ? { text: String(json), kind: "number" } : undefined;
      }
    }

    function follow(next: Step, place: Place, types: Names): Place | undefined {
      switch (next.kind) {
        case "member": return memberAt(place, next.name);
        case "token":
          if (isObject(place.json)) return memberAt(place, next.token);
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

    function memberAt(place: Place, name: string): Place | undefined {
      const json = ownMember(objectOf(place.json, place.pointer), name);
      return json === undefined ? undefined : { json, pointer: step(place.pointer, name) };
    }

    function elementAt(place: Place, index: number): Place | undefined {
      const json = arrayOf(place)[index];
      return json === undefined ? undefined : { json, pointer: `${place.pointer}/${index}` };
    }

    /** Returns the elements of an array; throws a ContentError for another value. */
    export function arrayOf(place: Place): readonly JSONValue[] {
      if (!Array.isArray(place.json)) throw mismatch("an array", place.json, place.pointer);
      return place.json;
    }

    /** Returns the result; undefined when a ContentError is thrown. */
    export function unlessMismatch<T>(body: () => T): T | undefined {
      try {
        return body();
      } catch (error) {
        if (error instanceof ContentError) return undefined;
        throw error;
      }
    }

    /**
     * Returns the index of an element of the template in an array that was sent, where absent elements are left out;
     * undefined when it is absent, or when the index is ambiguous.
     */
    function sentIndex(
      index: number, elements: readonly TemplateElement[], sent: readonly JSONValue[],
    ): number | undefined {
      const element = elements[index];
      // Nothing is absent, so the kinds do not matter.
      if (sent.length === elements.length) return index;
      if (element === undefined || sent.length > elements.length) return undefined;
      const kinds = sent.map(kindOf);
      const before = reachable(elements.slice(0, index), kinds);
      const after = reachable(elements.slice(index + 1).reverse(), kinds.slice().reverse());
      const indices = Array.from(sent.keys()).filter((at) => {
        return accepts(element, kinds[at]) && before.has(at) && after.has(sent.length - 1 - at);
      });
      if (indices.length !== 1) return undefined;
      if (element.mayBeAbsent && Array.from(before).some((count) => after.has(sent.length - count))) return undefined;
      return indices[0];
    }

    /** Returns the numbers of sent elements that some elements of the template can account for. */
    function reachable(elements: readonly TemplateElement[], sent: readonly Kind[]): Set<number> {
      let counts = new Set([0]);
      for (const element of elements) {
        const next = new Set(element.mayBeAbsent ? counts : []);
        counts.forEach((count) => {
          if (count < sent.length && accepts(element, sent[count])) next.add(count + 1);
        });
        counts = next;
      }
      return counts;
    }

    function accepts(element: TemplateElement, kind: Kind | undefined): boolean {
      return element.kinds === undefined || (kind !== undefined && element.kinds.includes(kind));
    }

    /** An object of a template that has members whose names are not known in advance. */
    export class NamePlace {
      readonly fixed: Names;
      readonly placeholders: ReadonlySet<Placeholder>;

      constructor(fixed: Names, placeholders: ReadonlySet<Placeholder>) {
        this.fixed = fixed;
        this.placeholders = placeholders;
      }

      /** Returns the member's name that was sent for a placeholder; undefined when it is ambiguous. */
      name(placeholder: Placeholder, object: { [name: string]: JSONValue }, types: Names): string | undefined {
        const names = Object.keys(object).filter((name) => !this.fixed.has(name));
        if (names.length <= 1) return names[0];
        let candidates = names;
        if (placeholder === "viewType") {
          candidates = names.filter((name) => types.has(name));
        } else if (this.placeholders.has("viewType")) {
          const viewType = this.name("viewType", object, types);
          candidates = names.filter((name) => name !== viewType);
        }
        return candidates.length === 1 ? candidates[0] : undefined;
      }

      /** Returns the members of an object without those that the template names. */
      rest(json: JSONValue, names: readonly (string | undefined)[]): JSONValue {
        if (!isObject(json)) return json;
        return Object.fromEntries(Object.entries(json).filter(([name]) => !this.fixed.has(name) && !names.includes(name)));
      }
    }
    """#
}
