/// The TypeScript type of a wire format.
enum TypeScriptWireFormat {
  static let name = "WireFormat.ts"

  static let text = #"""
    import { isObject, type JSONValue } from "./ContentCoding.js";
    import { formatPaths } from "./FormatPaths.js";

    /** The JSON shape of a screen: its document, or the paths to its parts. */
    export type WireFormat = DocumentFormat | PathFormat;

    /** Any JSON in which a string such as `"$items"` stands for a value. */
    export type FormatTemplate =
      | null | boolean | number | string
      | readonly FormatTemplate[]
      | { readonly [name: string]: FormatTemplate };

    /** A wire format as its file in `_formats/` describes it, with its name. */
    export interface DocumentFormat {
      /** The name, as in the query parameter `format`. */
      readonly name: string;
      readonly screen: FormatTemplate;
      readonly section?: FormatTemplate;
      readonly item: FormatTemplate;
      /** The JSON Pointer (RFC 6901) of the view type inside the content, if the item's template has none. */
      readonly viewType?: string;
      /** The JSON Pointer of the id inside the content, if the item's template has none. */
      readonly id?: string;
      /** The names of view types on the wire; others are called as in definitions. */
      readonly viewTypes?: { readonly [viewType: string]: string | number };
      /** Where items inside others are sent: in their places, or with `flat` in the lists of all items. */
      readonly nesting?: "inline" | "flat";
    }

    /** A wire format whose parts are members of objects. Each path is a list of their names. */
    export interface PathFormat {
      /** The name, as in the query parameter `format`. */
      readonly name: string;
      /** The path to the items, or to the sections if the format has some. */
      readonly list: readonly string[];
      /** The path to the view type of an item. */
      readonly viewType: readonly string[];
      /** The path to the content of an item. */
      readonly content: readonly string[];
      /** The path to the id of an item; undefined when none is sent. */
      readonly id?: readonly string[];
      /** The path to the name of the screen; undefined when none is sent. */
      readonly screenName?: readonly string[];
      /** The parts of a section; undefined when the format has no sections. */
      readonly section?: SectionFormat;
    }

    /** The paths to the parts of a section. */
    export interface SectionFormat {
      readonly items: readonly string[];
      readonly id?: readonly string[];
      readonly header?: readonly string[];
      readonly footer?: readonly string[];
    }

    const members = [
      "$schema", "description", "screen", "section", "item", "values", "viewType", "id", "viewTypes", "nesting",
    ];

    /**
     * Returns a wire format from its document: the content of its file, or the response of `GET /formats/NAME`. Throws an
     * Error when the document is not a wire format.
     */
    export function wireFormat(name: string, document: JSONValue): DocumentFormat {
      if (!isObject(document)) throw new Error(`"${name}" is not a wire format: expected an object`);
      const other = Object.keys(document).find((member) => !members.includes(member));
      if (other !== undefined) throw new Error(`"${name}" is not a wire format: unknown member "${other}"`);
      // formatPaths checks what the type says.
      const format = { ...document, name } as unknown as DocumentFormat;
      formatPaths(format);
      return format;
    }
    """#
}
