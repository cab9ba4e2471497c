import { decodeAViewType, encodeAViewType } from "./AViewType.js";
import { decodeBViewType, encodeBViewType } from "./BViewType.js";
import { decodeOneImage, encodeOneImage } from "./OneImage.js";
import { decodeOneLineText, encodeOneLineText } from "./OneLineText.js";
import { decodePlusTitle, encodePlusTitle } from "./PlusTitle.js";
import { decodeRichViewType, encodeRichViewType } from "./RichViewType.js";
import { decodeTitle, encodeTitle } from "./Title.js";
import { decodeTwoLineText, encodeTwoLineText } from "./TwoLineText.js";
export const viewTypes = [
    "AViewType",
    "BViewType",
    "ONE_IMAGE",
    "ONE_LINE_TEXT",
    "PLUS_TITLE",
    "RichViewType",
    "TITLE",
    "TWO_LINE_TEXT",
];
export function decodeViewContent(viewType, content, pointer = "") {
    switch (viewType) {
        case "AViewType":
            return { kind: "aViewType", viewType, content: decodeAViewType(content, pointer) };
        case "BViewType":
            return { kind: "bViewType", viewType, content: decodeBViewType(content, pointer) };
        case "ONE_IMAGE":
            return { kind: "oneImage", viewType, content: decodeOneImage(content, pointer) };
        case "ONE_LINE_TEXT":
            return { kind: "oneLineText", viewType, content: decodeOneLineText(content, pointer) };
        case "PLUS_TITLE":
            return { kind: "plusTitle", viewType, content: decodePlusTitle(content, pointer) };
        case "RichViewType":
            return { kind: "richViewType", viewType, content: decodeRichViewType(content, pointer) };
        case "TITLE":
            return { kind: "title", viewType, content: decodeTitle(content, pointer) };
        case "TWO_LINE_TEXT":
            return { kind: "twoLineText", viewType, content: decodeTwoLineText(content, pointer) };
        default:
            return { kind: "unknown", viewType, content };
    }
}
export function encodeViewContent(content) {
    switch (content.kind) {
        case "aViewType":
            return encodeAViewType(content.content);
        case "bViewType":
            return encodeBViewType(content.content);
        case "oneImage":
            return encodeOneImage(content.content);
        case "oneLineText":
            return encodeOneLineText(content.content);
        case "plusTitle":
            return encodePlusTitle(content.content);
        case "richViewType":
            return encodeRichViewType(content.content);
        case "title":
            return encodeTitle(content.content);
        case "twoLineText":
            return encodeTwoLineText(content.content);
        case "unknown":
            return content.content;
    }
}
