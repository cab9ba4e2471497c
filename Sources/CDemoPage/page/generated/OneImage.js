import * as coding from "./ContentCoding.js";
export function decodeOneImage(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        url: members.required("url", coding.decodeString),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodeOneImage(value) {
    const members = new coding.MemberWriter();
    members.required("url", value.url, coding.encodeString);
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
