import * as coding from "./ContentCoding.js";
export function decodeBViewType(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        title: members.required("title", coding.decodeString),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodeBViewType(value) {
    const members = new coding.MemberWriter();
    members.required("title", value.title, coding.encodeString);
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
