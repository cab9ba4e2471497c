import * as coding from "./ContentCoding.js";
export function decodeRichViewType(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        title: members.optionalOrNull("title", coding.decodeString),
        richText: members.optionalOrNull("richText", coding.decodeArray(decodeRichViewTypePiece)),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodeRichViewType(value) {
    const members = new coding.MemberWriter();
    members.optional("title", value.title, coding.encodeString);
    members.optional("richText", value.richText, coding.encodeArray(encodeRichViewTypePiece));
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
export function decodeRichViewTypePiece(json, pointer = "") {
    switch (coding.onlyMember(json)) {
        case "text":
            return { kind: "text", value: new coding.MemberReader(json, pointer).required("text", decodeRichViewTypeRun) };
        case "image":
            return { kind: "image", value: new coding.MemberReader(json, pointer).required("image", decodeRichViewTypeImage) };
        default:
            return { kind: "unknown", value: json };
    }
}
export function encodeRichViewTypePiece(value) {
    switch (value.kind) {
        case "text":
            return Object.fromEntries([["text", encodeRichViewTypeRun(value.value)]]);
        case "image":
            return Object.fromEntries([["image", encodeRichViewTypeImage(value.value)]]);
        case "unknown":
            return value.value;
    }
}
export function decodeRichViewTypeRun(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        text: members.required("text", coding.decodeString),
        textColor: members.optionalOrNull("textColor", decodeRichViewTypeTextColor),
        background: members.optionalOrNull("background", decodeRichViewTypeBackground),
        fontSize: members.optionalOrNull("fontSize", coding.decodeInteger),
        textStyle: members.optionalOrNull("textStyle", coding.decodeArray(decodeRichViewTypeTextStyleElement)),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodeRichViewTypeRun(value) {
    const members = new coding.MemberWriter();
    members.required("text", value.text, coding.encodeString);
    members.optional("textColor", value.textColor, encodeRichViewTypeTextColor);
    members.optional("background", value.background, encodeRichViewTypeBackground);
    members.optional("fontSize", value.fontSize, coding.encodeInteger);
    members.optional("textStyle", value.textStyle, coding.encodeArray(encodeRichViewTypeTextStyleElement));
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
export function decodeRichViewTypeImage(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        url: members.required("url", coding.decodeString),
        width: members.optionalOrNull("width", coding.decodeInteger),
        height: members.optionalOrNull("height", coding.decodeInteger),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodeRichViewTypeImage(value) {
    const members = new coding.MemberWriter();
    members.required("url", value.url, coding.encodeString);
    members.optional("width", value.width, coding.encodeInteger);
    members.optional("height", value.height, coding.encodeInteger);
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
export function decodeRichViewTypeTextColor(json, pointer = "") {
    return coding.decodeString(json, pointer);
}
export function encodeRichViewTypeTextColor(value) {
    return value;
}
export function decodeRichViewTypeBackground(json, pointer = "") {
    return coding.decodeString(json, pointer);
}
export function encodeRichViewTypeBackground(value) {
    return value;
}
export function decodeRichViewTypeTextStyleElement(json, pointer = "") {
    return coding.decodeString(json, pointer);
}
export function encodeRichViewTypeTextStyleElement(value) {
    return value;
}
