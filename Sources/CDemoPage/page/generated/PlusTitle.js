import * as coding from "./ContentCoding.js";
export function decodePlusTitle(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        firstRowImage: members.optionalOrNull("firstRowImage", decodePlusTitleFirstRowImage),
        titleText: members.optionalOrNull("titleText", decodePlusTitleTitleText),
        badges: members.required("badges", coding.decodeArray(decodePlusTitleBadge)),
        description: members.optionalOrNull("description", coding.decodeString),
        type: members.optionalOrNull("type", coding.decodeString),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodePlusTitle(value) {
    const members = new coding.MemberWriter();
    members.optional("firstRowImage", value.firstRowImage, encodePlusTitleFirstRowImage);
    members.optional("titleText", value.titleText, encodePlusTitleTitleText);
    members.required("badges", value.badges, coding.encodeArray(encodePlusTitleBadge));
    members.optional("description", value.description, coding.encodeString);
    members.optional("type", value.type, coding.encodeString);
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
export function decodePlusTitleFirstRowImage(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        imageUrl: members.required("imageUrl", coding.decodeString),
        width: members.required("width", coding.decodeString),
        height: members.required("height", coding.decodeString),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodePlusTitleFirstRowImage(value) {
    const members = new coding.MemberWriter();
    members.required("imageUrl", value.imageUrl, coding.encodeString);
    members.required("width", value.width, coding.encodeString);
    members.required("height", value.height, coding.encodeString);
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
export function decodePlusTitleTitleText(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        text: members.required("text", coding.decodeString),
        textSize: members.optionalOrNull("textSize", coding.decodeString),
        textColor: members.optionalOrNull("textColor", coding.decodeString),
        textStyle: members.optionalOrNull("textStyle", decodePlusTitleTextStyle),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodePlusTitleTitleText(value) {
    const members = new coding.MemberWriter();
    members.required("text", value.text, coding.encodeString);
    members.optional("textSize", value.textSize, coding.encodeString);
    members.optional("textColor", value.textColor, coding.encodeString);
    members.optional("textStyle", value.textStyle, encodePlusTitleTextStyle);
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
export function decodePlusTitleBadge(json, pointer = "") {
    const members = new coding.MemberReader(json, pointer);
    return {
        badgeImage: members.optionalOrNull("badgeImage", coding.decodeString),
        text: members.optionalOrNull("text", coding.decodeString),
        additionalMembers: members.rest(coding.decodeJSON),
    };
}
export function encodePlusTitleBadge(value) {
    const members = new coding.MemberWriter();
    members.optional("badgeImage", value.badgeImage, coding.encodeString);
    members.optional("text", value.text, coding.encodeString);
    members.rest(value.additionalMembers, coding.encodeJSON);
    return members.json();
}
export function decodePlusTitleTextStyle(json, pointer = "") {
    return coding.decodeString(json, pointer);
}
export function encodePlusTitleTextStyle(value) {
    return value;
}
