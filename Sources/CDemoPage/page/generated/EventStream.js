export class EventStreamParser {
    constructor() {
        this.rest = "";
        this.name = "";
        this.data = [];
        this.id = "";
    }
    read(text) {
        const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
        this.rest = lines.pop() ?? "";
        return lines.flatMap((line) => this.readLine(line) ?? []);
    }
    readLine(line) {
        if (line === "")
            return this.dispatch();
        const [, field = line, value = ""] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
        if (field === "event")
            this.name = value;
        if (field === "data")
            this.data.push(value);
        if (field === "id" && !value.includes("\0"))
            this.id = value;
        if (field === "retry" && /^[0-9]+$/.test(value))
            this.retry = Number(value);
        return undefined;
    }
    dispatch() {
        const { name, data, id } = this;
        this.name = "";
        this.data = [];
        return data.length === 0 ? undefined : { name: name === "" ? "message" : name, data: data.join("\n"), id };
    }
}
