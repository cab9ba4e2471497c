import { isObject } from "./ContentCoding.js";
import { formatPaths } from "./FormatPaths.js";
const members = [
    "$schema", "description", "screen", "section", "item", "values", "viewType", "id", "viewTypes", "nesting",
];
export function wireFormat(name, document) {
    if (!isObject(document))
        throw new Error(`"${name}" is not a wire format: expected an object`);
    const other = Object.keys(document).find((member) => !members.includes(member));
    if (other !== undefined)
        throw new Error(`"${name}" is not a wire format: unknown member "${other}"`);
    const format = { ...document, name };
    formatPaths(format);
    return format;
}
export const wireFormats = {
    viewItems: {
        name: "viewItems",
        screen: { viewItems: "$items" },
        item: { viewType: "$viewType", viewObject: "$content" },
    },
    contents: {
        name: "contents",
        screen: { screenName: "$screenName", contents: "$items" },
        item: { sectionComponentType: "$viewType", section: "$content" },
    },
    responseData: {
        name: "responseData",
        screen: { responseData: { screenName: "$screenName", contents: "$items" } },
        item: { viewType: "$viewType", content: "$content" },
    },
    sections: {
        name: "sections",
        screen: { screenName: "$screenName", sections: "$sections" },
        section: { header: "$header", footer: "$footer", cells: "$items" },
        item: { cellIdentifier: "$viewType", customData: "$content" },
    },
    screen: {
        name: "screen",
        screen: {
            route: "$route",
            version: "$version",
            screenName: "$screenName",
            experiment: "$experiment",
            variant: "$variant",
            sections: "$sections",
        },
        section: { id: "$id", header: "$header", footer: "$footer", items: "$items" },
        item: { id: "$id", viewType: "$viewType", content: "$content" },
    },
};
