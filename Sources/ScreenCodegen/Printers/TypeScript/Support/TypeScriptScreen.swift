/// The TypeScript type of a screen, and the function that decodes it in any wire format.
enum TypeScriptScreen {
  static let name = "Screen.ts"

  static let text = #"""
    import { ContentError, isObject, type JSONValue, ownMember, step } from "./ContentCoding.js";
    import { decodeViewContent, type ViewContent } from "./ViewContent.js";
    import type { WireFormat } from "./WireFormat.js";

    /** A decoded screen: sections of items, in order. */
    export interface Screen {
      /** The name; undefined when the wire format has none. */
      screenName: string | undefined;
      /** The sections. A wire format without sections gives one. */
      sections: ScreenSection[];
      /** What could not be decoded: the JSON Pointer (RFC 6901) of the item, and the reason. */
      problems: string[];
    }

    /** A section of a screen. */
    export interface ScreenSection {
      id: string | undefined;
      header: string | undefined;
      footer: string | undefined;
      items: ScreenItem[];
    }

    /** An item of a screen. */
    export interface ScreenItem {
      /** The id. A wire format without ids gives `VIEWTYPE-n`, counted from 1. */
      id: string;
      viewType: string;
      content: ViewContent;
    }

    /**
     * Decodes the JSON of a response.
     *
     * An item of a view type that is not known, or whose content does not match its schema, gets a content of the kind
     * `unknown` and is among the problems. Throws a ContentError when the JSON has not the shape of the wire format.
     */
    export function decodeScreen(json: JSONValue, format: WireFormat): Screen {
      return new ScreenReader(format).read(json);
    }

    class ScreenReader {
      private readonly format: WireFormat;
      private readonly problems: string[] = [];
      private readonly counts = new Map<string, number>();
      private readonly ids = new Set<string>();

      constructor(format: WireFormat) {
        this.format = format;
      }

      read(json: JSONValue): Screen {
        const { list: path, section, screenName } = this.format;
        const list = this.list(json, path, "");
        const start = pointerOf(path);
        const sections = section === undefined
          ? [{ id: undefined, header: undefined, footer: undefined, items: this.items(list, start) }]
          : list.map((part, index) => ({
            id: text(part, section.id),
            header: text(part, section.header),
            footer: text(part, section.footer),
            items: this.items(
              this.list(part, section.items, `${start}/${index}`), `${start}/${index}${pointerOf(section.items)}`),
          }));
        return { screenName: text(json, screenName), sections, problems: this.problems };
      }

      private list(json: JSONValue, path: readonly string[], start: string): JSONValue[] {
        const list = valueAt(json, path);
        if (Array.isArray(list)) return list;
        throw new ContentError(`expected the array of the wire format "${this.format.name}"`, start + pointerOf(path));
      }

      private items(list: JSONValue[], pointer: string): ScreenItem[] {
        const items: ScreenItem[] = [];
        list.forEach((part, index) => {
          const item = this.item(part, `${pointer}/${index}`);
          if (item !== undefined) items.push(item);
        });
        return items;
      }

      private item(json: JSONValue, pointer: string): ScreenItem | undefined {
        const viewType = text(json, this.format.viewType);
        const content = valueAt(json, this.format.content);
        if (viewType === undefined || content === undefined) {
          this.problems.push(
            `${pointer}: the element is not an item of the wire format "${this.format.name}" and was skipped`);
          return undefined;
        }
        const id = this.id(text(json, this.format.id), viewType);
        return { id, viewType, content: this.decode(viewType, content, pointer + pointerOf(this.format.content)) };
      }

      private decode(viewType: string, content: JSONValue, pointer: string): ViewContent {
        try {
          const decoded = decodeViewContent(viewType, content, pointer);
          if (decoded.kind === "unknown") this.problems.push(`${pointer}: the view type "${viewType}" is not known`);
          return decoded;
        } catch (error) {
          if (!(error instanceof ContentError)) throw error;
          this.problems.push(error.message);
          return { kind: "unknown", viewType, content };
        }
      }

      /** Returns the id that was sent, or `VIEWTYPE-n` with the next free number, as the server does. */
      private id(sent: string | undefined, viewType: string): string {
        let id = sent;
        while (id === undefined || this.ids.has(id)) {
          const number = (this.counts.get(viewType) ?? 0) + 1;
          this.counts.set(viewType, number);
          id = `${viewType}-${number}`;
        }
        this.ids.add(id);
        return id;
      }
    }

    function valueAt(json: JSONValue, path: readonly string[]): JSONValue | undefined {
      let value: JSONValue | undefined = json;
      for (const name of path) {
        value = value !== undefined && isObject(value) ? ownMember(value, name) : undefined;
      }
      return value;
    }

    function text(json: JSONValue, path: readonly string[] | undefined): string | undefined {
      const value = path === undefined ? undefined : valueAt(json, path);
      return typeof value === "string" ? value : undefined;
    }

    function pointerOf(path: readonly string[]): string {
      return path.reduce(step, "");
    }
    """#
}
