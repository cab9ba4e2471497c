/// The TypeScript type of a screen, and the function that decodes it in any wire format.
enum TypeScriptScreen {
  static let name = "Screen.ts"

  static let text = #"""
    import type { JSONValue } from "./ContentCoding.js";
    import { formatPaths } from "./FormatPaths.js";
    import { ScreenReader } from "./ScreenReader.js";
    import type { ViewContent } from "./ViewContent.js";
    import type { WireFormat } from "./WireFormat.js";

    /** A decoded screen: sections of items, in order. */
    export interface Screen {
      /** The name; undefined when the wire format has none. */
      screenName: string | undefined;
      /**
       * The sections. A wire format without sections gives one. Sections whose items the format sends apart are among
       * them, in the order of its template.
       */
      sections: ScreenSection[];
      /** What could not be decoded: the JSON Pointer (RFC 6901) of the item or of the value inside it, and the reason. */
      problems: string[];
      /** What the server sends beside the items: the values of the screen that the wire format has. */
      values: Record<string, JSONValue>;
      /**
       * The items that others refer to by their ids, in a wire format with `"nesting": "flat"`. They are in no section.
       * Those at a place for items are also inside the content of the item around them.
       */
      innerItems: ScreenItem[];
    }

    /** A section of a screen. */
    export interface ScreenSection {
      /** The id. A wire format without ids gives `section-n`, counted from 1. */
      id: string;
      header: string | undefined;
      footer: string | undefined;
      items: ScreenItem[];
      /** What the server sends beside the items: the values of the section that the wire format has. */
      values: Record<string, JSONValue>;
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
      return new ScreenReader(formatPaths(format)).read(json);
    }
    """#
}
