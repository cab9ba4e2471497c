import { formatPaths } from "./FormatPaths.js";
import { ScreenReader } from "./ScreenReader.js";
export function decodeScreen(json, format) {
    return new ScreenReader(formatPaths(format)).read(json);
}
