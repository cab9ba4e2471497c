import * as coding from "./ContentCoding.js";
export function decodeOneLineText(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        text1: members.required("text1", coding.decodeString),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodeOneLineText(value) {
    const members = new coding.MemberWriter();
    members.required("text1", value.text1, coding.encodeString);
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
