/// The TypeScript type of a wire format.
enum TypeScriptWireFormat {
  static let name = "WireFormat.ts"

  static let text = #"""
    /**
     * The JSON shape of a screen: where its items and their parts are. Each path is a list of member names.
     *
     * Write one for a wire format of your own, with the paths of its file in `_formats/`.
     */
    export interface WireFormat {
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

    /** The formats that every server has. */
    export const wireFormats = {
      /** `{"viewItems":[{"viewType","viewObject"}]}`. */
      viewItems: { name: "viewItems", list: ["viewItems"], viewType: ["viewType"], content: ["viewObject"] },
      /** `{"screenName","contents":[{"sectionComponentType","section"}]}`. */
      contents: {
        name: "contents",
        list: ["contents"],
        viewType: ["sectionComponentType"],
        content: ["section"],
        screenName: ["screenName"],
      },
      /** `{"responseData":{"screenName","contents":[{"viewType","content"}]}}`. */
      responseData: {
        name: "responseData",
        list: ["responseData", "contents"],
        viewType: ["viewType"],
        content: ["content"],
        screenName: ["responseData", "screenName"],
      },
      /** `{"screenName","sections":[{"header","footer","cells":[{"cellIdentifier","customData"}]}]}`. */
      sections: {
        name: "sections",
        list: ["sections"],
        viewType: ["cellIdentifier"],
        content: ["customData"],
        screenName: ["screenName"],
        section: { items: ["cells"], header: ["header"], footer: ["footer"] },
      },
      /** Marquee's own format, the only one with ids. */
      screen: {
        name: "screen",
        list: ["sections"],
        viewType: ["viewType"],
        content: ["content"],
        id: ["id"],
        screenName: ["screenName"],
        section: { items: ["items"], id: ["id"], header: ["header"], footer: ["footer"] },
      },
    } as const;
    """#
}
