/// The Kotlin function that returns the languages of the user.
enum KotlinPlatformLanguages {
  static let name = "PlatformLanguages.kt"

  static let imports = ["java.util.Locale"]

  static let text = #"""
    /** The languages of the user, most wanted first: those of Android's settings, elsewhere the one of Java's. */
    internal fun platformLanguages(): List<String> {
      val tags = try {
        // This code compiles without the SDK of Android, which has the class since API level 24.
        val locales = Class.forName("android.os.LocaleList")
        locales.getMethod("toLanguageTags").invoke(locales.getMethod("getDefault").invoke(null)) as? String
      } catch (_: ReflectiveOperationException) {
        null
      }
      return (tags ?: Locale.getDefault(Locale.Category.DISPLAY).toLanguageTag()).split(",").filter { it != "und" }
    }
    """#
}
