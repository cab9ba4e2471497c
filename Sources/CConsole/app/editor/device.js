// The devices around previews.

/** The kind of a device by its width, and the width of its frame, in pixels. */
export function deviceOf(width) {
  return width < 600 ? { kind: 'phone', bezel: 10 } : width < 1100 ? { kind: 'tablet', bezel: 14 } : { kind: 'desktop', bezel: 2 };
}
