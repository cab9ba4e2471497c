export const reportField = "screen-report";
const names = [
    "etag", "screen-version", "screen-assignments", "screen-downgraded", "content-language", "link", reportField,
];
const rightToLeftLanguages = ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "syr", "ug", "ur", "yi"];
const rightToLeftScripts = ["adlm", "arab", "hebr", "nkoo", "rohg", "syrc", "thaa"];
export function keptFields(headers, cached) {
    const fields = { ...cached?.fields };
    delete fields[reportField];
    for (const name of names) {
        const value = headers.get(name);
        if (value !== null)
            fields[name] = value;
    }
    return fields;
}
export function snapshotOf(screen, { fields }, source, url, route) {
    const version = Number(fields["screen-version"]);
    const query = nextQuery(fields["link"]);
    return {
        screen,
        source,
        etag: fields["etag"],
        version: Number.isInteger(version) ? version : undefined,
        assignments: pairs(fields["screen-assignments"]),
        downgraded: pairs(fields["screen-downgraded"]),
        language: fields["content-language"],
        direction: isRightToLeft(fields["content-language"]) ? "rtl" : "ltr",
        nextPage: query === undefined ? undefined : `${url.replace(/\?.*$/, "")}?${query}`,
        route,
        reportToken: fields[reportField],
    };
}
function isRightToLeft(tag = "") {
    const [language = "", ...subtags] = tag.toLowerCase().split("-");
    const script = subtags.find((subtag) => /^[a-z]{4}$/.test(subtag));
    return script === undefined ? rightToLeftLanguages.includes(language) : rightToLeftScripts.includes(script);
}
function pairs(field = "") {
    return Object.fromEntries(field.split(",").map((pair) => pair.trim().split("=")).filter((pair) => pair.length === 2));
}
function nextQuery(field = "") {
    for (const [, address = "", parameters = ""] of field.matchAll(/<([^>]*)>([^<]*)/g)) {
        if (/\brel="?next"?/.test(parameters) && address.includes("?"))
            return address.slice(address.indexOf("?") + 1);
    }
    return undefined;
}
