/// The TypeScript function that returns a random id.
enum TypeScriptRandomID {
  static let name = "RandomID.ts"

  static let text = #"""
    /** Returns 128 random bits as text. `crypto.randomUUID` exists in secure contexts only. */
    export function randomID(): string {
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
    """#
}
