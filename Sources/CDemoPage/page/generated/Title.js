import * as coding from "./ContentCoding.js";
export function decodeTitle(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        title: members.optionalOrNull("title", coding.decodeString),
        badges: members.required("badges", coding.decodeArray(decodeTitleBadge)),
        description: members.optionalOrNull("description", coding.decodeString),
        type: members.optionalOrNull("type", coding.decodeString),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodeTitle(value) {
    const members = new coding.MemberWriter();
    members.optional("title", value.title, coding.encodeString);
    members.required("badges", value.badges, coding.encodeArray(encodeTitleBadge));
    members.optional("description", value.description, coding.encodeString);
    members.optional("type", value.type, coding.encodeString);
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
export function decodeTitleBadge(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        badgeImage: members.optionalOrNull("badgeImage", coding.decodeString),
        text: members.optionalOrNull("text", coding.decodeString),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodeTitleBadge(value) {
    const members = new coding.MemberWriter();
    members.optional("badgeImage", value.badgeImage, coding.encodeString);
    members.optional("text", value.text, coding.encodeString);
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
