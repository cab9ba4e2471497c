extension Mistake {
  /// Wire formats.
  static let formats: [Mistake] = [
    Mistake(
      "_formats/without-item", #"{ "screen": { "cells": "$items" } }"#,
      #"""
      screens/_formats/without-item.json:1:1: error: a wire format needs the member "item"
        1 | { "screen": { "cells": "$items" } }
          | ^
      """#),
    Mistake(
      "_formats/placeholder-misspelt", #"{ "screen": { "cells": "$itmes" }, "item": "$content" }"#,
      #"""
      screens/_formats/placeholder-misspelt.json:1:24: error: unknown placeholder "$itmes"; did you mean $items?; the text itself is written "$$itmes"
        1 | { "screen": { "cells": "$itmes" }, "item": "$content" }
          |                        ^
      """#),
    Mistake(
      "_formats/placeholder-elsewhere",
      #"{ "screen": { "cells": "$items" }, "item": { "title": "$header" } }"#,
      #"""
      screens/_formats/placeholder-elsewhere.json:1:55: error: "$header" has no meaning here; known here: $screenName, $route, $version, $experiment, $variant, $id, $viewType, $content; the text itself is written "$$header"
        1 | { "screen": { "cells": "$items" }, "item": { "title": "$header" } }
          |                                                       ^
      """#),
    Mistake(
      "_formats/price-in-dollars",
      #"{ "screen": { "cells": "$items", "price": "$5" }, "item": "$content" }"#,
      #"""
      screens/_formats/price-in-dollars.json:1:43: error: unknown placeholder "$5"; known: $items, $sections, $screenName, $route, $version, $experiment, $variant; the text itself is written "$$5"
        1 | { "screen": { "cells": "$items", "price": "$5" }, "item": "$content" }
          |                                           ^
      """#),
    Mistake(
      "_formats/sections-without-section",
      #"{ "screen": { "all": "$sections" }, "item": "$content" }"#,
      #"""
      screens/_formats/sections-without-section.json:1:1: error: the screen uses "$sections", so the format needs the member "section"
        1 | { "screen": { "all": "$sections" }, "item": "$content" }
          | ^
      """#),
    Mistake(
      "_formats/member-misspelt", #"{ "screen": "$items", "items": "$content" }"#,
      #"""
      screens/_formats/member-misspelt.json:1:1: error: a wire format needs the member "item"
        1 | { "screen": "$items", "items": "$content" }
          | ^
      screens/_formats/member-misspelt.json:1:23: error: a wire format has no member "items"; did you mean item?
        1 | { "screen": "$items", "items": "$content" }
          |                       ^
      """#),
    Mistake(
      "_formats/is-a-string", #""viewItems""#,
      #"""
      screens/_formats/is-a-string.json:1:1: error: a wire format is an object, not a string
        1 | "viewItems"
          | ^
      """#),
  ]
}
