export class MemoryCache {
    constructor(maximumScreens = 64) {
        this.screens = new Map();
        this.maximumScreens = maximumScreens;
    }
    get(key) {
        const screen = this.screens.get(key);
        if (screen !== undefined)
            this.set(key, screen);
        return screen;
    }
    set(key, screen) {
        this.screens.delete(key);
        this.screens.set(key, screen);
        for (const oldest of this.screens.keys()) {
            if (this.screens.size <= this.maximumScreens)
                break;
            this.screens.delete(oldest);
        }
    }
    delete(key) {
        this.screens.delete(key);
    }
}
