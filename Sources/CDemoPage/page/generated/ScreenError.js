export class ScreenError extends Error {
    constructor(code, message, options = {}) {
        super(message);
        this.name = "ScreenError";
        this.code = code;
        this.status = options.status;
        if (options.cause !== undefined)
            Object.defineProperty(this, "cause", { value: options.cause });
    }
    get isFinal() {
        return ["invalid-route", "invalid-attribute", "not-found", "deleted", "page-expired"].includes(this.code);
    }
}
export function asScreenError(error) {
    if (error instanceof ScreenError)
        return error;
    return new ScreenError("unreachable", "the server cannot be reached", { cause: error });
}
