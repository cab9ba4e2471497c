/// The TypeScript that makes a snapshot of a response.
enum TypeScriptScreenSnapshot {
  static let name = "ScreenSnapshot.ts"

  static let text = #"""
    import type { CachedScreen } from "./ScreenCache.js";
    import type { Screen } from "./Screen.js";

    /** Where a snapshot comes from: sent whole or as a patch, confirmed by the server as current, or from the cache. */
    export type SnapshotSource = "network" | "delta" | "notModified" | "cache";

    /** A screen at one moment, with what the header fields of its response say. */
    export interface ScreenSnapshot {
      readonly screen: Screen;
      readonly source: SnapshotSource;
      readonly etag: string | undefined;
      /** The number of the published version. */
      readonly version: number | undefined;
      /** The key of the variant of each experiment, by the key of the experiment. */
      readonly assignments: Readonly<Record<string, string>>;
      /** What the server did with items that the app cannot show, by item id: `fallback` or `dropped`. */
      readonly downgraded: Readonly<Record<string, string>>;
      /** The language that the server has chosen (`Content-Language`); undefined for a screen without translations. */
      readonly language: string | undefined;
      /** The direction of text in that language, for the attribute `dir`. */
      readonly direction: "ltr" | "rtl";
      /** The address of the next page; undefined on the last one, and for a screen without pages. */
      readonly nextPage: string | undefined;
      /** The route of the screen. */
      readonly route: string;
      /** Says of reports which version of a guarded publication they are about; undefined without one. */
      readonly reportToken: string | undefined;
    }

    /** The field with the token of a guarded publication. Without it in a response, there is none any more. */
    export const reportField = "screen-report";

    /** The header fields that a snapshot and a conditional request need. */
    const names = [
      "etag", "screen-version", "screen-assignments", "screen-downgraded", "content-language", "link", reportField,
    ] as const;

    const rightToLeftLanguages = ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "syr", "ug", "ur", "yi"];
    const rightToLeftScripts = ["adlm", "arab", "hebr", "nkoo", "rohg", "syrc", "thaa"];

    /** Returns the fields to keep. Those of a 304 replace those of the cached response (RFC 9111 §3.2). */
    export function keptFields(headers: Headers, cached?: CachedScreen): Record<string, string> {
      const fields: Record<string, string> = { ...cached?.fields };
      delete fields[reportField];
      for (const name of names) {
        const value = headers.get(name);
        if (value !== null) fields[name] = value;
      }
      return fields;
    }

    /** Returns a snapshot. `url` is the address of the screen. */
    export function snapshotOf(
      screen: Screen, { fields }: CachedScreen, source: SnapshotSource, url: string, route: string,
    ): ScreenSnapshot {
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
        // Behind a proxy, the path of the link can be another one.
        nextPage: query === undefined ? undefined : `${url.replace(/\?.*$/, "")}?${query}`,
        route,
        reportToken: fields[reportField],
      };
    }

    /** Whether a language is written from right to left: by its script if it names one (RFC 5646 §2.2.3). */
    function isRightToLeft(tag = ""): boolean {
      const [language = "", ...subtags] = tag.toLowerCase().split("-");
      const script = subtags.find((subtag) => /^[a-z]{4}$/.test(subtag));
      return script === undefined ? rightToLeftLanguages.includes(language) : rightToLeftScripts.includes(script);
    }

    /** Parses a field such as `promo=fallback, price-card=dropped`. */
    function pairs(field = ""): Record<string, string> {
      return Object.fromEntries(
        field.split(",").map((pair) => pair.trim().split("=")).filter((pair) => pair.length === 2));
    }

    /** Returns the query of the link with the relation `next` (RFC 8288). */
    function nextQuery(field = ""): string | undefined {
      for (const [, address = "", parameters = ""] of field.matchAll(/<([^>]*)>([^<]*)/g)) {
        if (/\brel="?next"?/.test(parameters) && address.includes("?")) return address.slice(address.indexOf("?") + 1);
      }
      return undefined;
    }
    """#
}
