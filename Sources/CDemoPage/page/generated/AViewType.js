import * as coding from "./ContentCoding.js";
export function decodeAViewType(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        title: members.required("title", coding.decodeString),
        iconUrl: members.required("iconUrl", coding.decodeString),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodeAViewType(value) {
    const members = new coding.MemberWriter();
    members.required("title", value.title, coding.encodeString);
    members.required("iconUrl", value.iconUrl, coding.encodeString);
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
