export function renderItem(item) {
    const element = elementOf(item);
    element.classList.add("item");
    element.dataset["item"] = item.id;
    element.dataset["viewType"] = item.viewType;
    return element;
}
function elementOf(item) {
    const { content } = item;
    switch (content.kind) {
        case "oneLineText":
            return create("h3", "line", content.content.text1);
        case "twoLineText":
            return create("div", "two-lines", create("span", "name", content.content.text1), create("span", "price", content.content.text2));
        case "oneImage":
            return create("div", "card", picture(content.content.url));
        case "title":
            return title(content.content);
        case "plusTitle":
            return card(item.id, content.content);
        case "aViewType":
            return link(item.id, "row", picture(content.content.iconUrl), create("span", "name", content.content.title));
        case "bViewType":
            return create("h3", "line", content.content.title);
        case "richViewType":
            return rich(content.content);
        case "unknown":
            return create("p", "unknown", `This version cannot show “${content.viewType}”.`);
    }
}
function create(name, className, ...children) {
    const element = document.createElement(name);
    element.className = className;
    element.append(...children);
    return element;
}
function link(id, className, ...children) {
    const element = document.createElement("a");
    element.href = `#${id}`;
    element.className = className;
    element.append(...children);
    return element;
}
function picture(url, width, height) {
    const frame = create("div", "picture");
    const image = document.createElement("img");
    image.src = url;
    image.alt = "";
    image.loading = "lazy";
    image.addEventListener("error", () => image.remove());
    if (width !== undefined && height !== undefined)
        frame.style.aspectRatio = `${width} / ${height}`;
    frame.append(image);
    return frame;
}
function badgeRow(badges) {
    if (badges.length === 0)
        return [];
    return [create("div", "badges", ...badges.map((badge) => create("span", "badge", badge.text ?? "")))];
}
function paragraph(text) {
    return text === undefined ? [] : [create("p", "description", text)];
}
function title(content) {
    const heading = content.title === undefined ? [] : [create("h2", "", content.title)];
    return create("div", "title", ...heading, ...paragraph(content.description), ...badgeRow(content.badges));
}
function card(id, content) {
    const { firstRowImage: image, titleText } = content;
    const frame = image === undefined ? [] : [picture(image.imageUrl, image.width, image.height)];
    const heading = titleText === undefined ? [] : [create("h3", titleText.textStyle ?? "", titleText.text)];
    const body = create("div", "body", ...heading, ...paragraph(content.description), ...badgeRow(content.badges));
    return link(id, "card", ...frame, body);
}
function rich(content) {
    const heading = content.title === undefined ? [] : [create("h3", "", content.title)];
    return create("div", "rich", ...heading, create("p", "", ...(content.richText ?? []).map(piece)));
}
function piece(part) {
    if (part.kind === "unknown")
        return document.createTextNode("");
    if (part.kind === "image") {
        const frame = picture(part.value.url, part.value.width, part.value.height);
        frame.classList.add("inline");
        return frame;
    }
    const { text, textColor, background, fontSize, textStyle } = part.value;
    const run = create("span", `ink-${textColor ?? "clear"} wash-${background ?? "clear"}`, text);
    if (fontSize !== undefined)
        run.style.fontSize = `${fontSize / 16}rem`;
    if (textStyle?.includes("underline"))
        run.style.textDecoration = "underline";
    return run;
}
