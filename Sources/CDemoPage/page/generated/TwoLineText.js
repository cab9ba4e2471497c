import * as coding from "./ContentCoding.js";
export function decodeTwoLineText(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        text1: members.required("text1", coding.decodeString),
        text2: members.required("text2", coding.decodeString),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodeTwoLineText(value) {
    const members = new coding.MemberWriter();
    members.required("text1", value.text1, coding.encodeString);
    members.required("text2", value.text2, coding.encodeString);
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
