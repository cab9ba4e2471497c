/// The classes of the style tokens. Each token of ``PreviewToken`` has one.
extension NodeRenderer {
  static let gaps: [String: Markup.ClassName] = [
    "small": "gap-small", "medium": "gap-medium", "large": "gap-large", "cell": "gap-large",
  ]
  static let paddings: [String: Markup.ClassName] = [
    "small": "pad-small", "medium": "pad-medium", "large": "pad-large", "cell": "pad-cell",
  ]
  static let alignments: [String: Markup.ClassName] = [
    "start": "align-start", "center": "align-center", "end": "align-end", "stretch": "align-stretch",
    "baseline": "align-baseline",
  ]
  static let distributions: [String: Markup.ClassName] = [
    "start": "justify-start", "center": "justify-center", "end": "justify-end", "between": "justify-between",
  ]
  static let textAlignments: [String: Markup.ClassName] = [
    "start": "text-start", "center": "text-center", "end": "text-end",
  ]
  static let shapes: [String: Markup.ClassName] = [
    "rounded": "shape-rounded", "capsule": "shape-capsule", "circle": "shape-circle",
  ]
  static let aspects: [String: Markup.ClassName] = [
    "square": "a-square", "photo": "a-photo", "video": "a-video", "wide": "a-wide",
  ]
  static let weights: [String: Markup.ClassName] = [
    "regular": "w-regular", "medium": "w-medium", "semibold": "w-semibold", "bold": "w-bold",
  ]
  static let decorations: [String: Markup.ClassName] = [
    "bold": "d-bold", "italic": "d-italic", "underline": "d-underline", "strike": "d-strike",
  ]
  static let textStyles: [String: Markup.ClassName] = [
    "largeTitle": "t-largeTitle", "title1": "t-title1", "title2": "t-title2", "title3": "t-title3",
    "headline": "t-headline", "body": "t-body", "callout": "t-callout", "subheadline": "t-subheadline",
    "footnote": "t-footnote", "caption1": "t-caption1", "caption2": "t-caption2",
  ]
  static let colors: [String: Markup.ClassName] = [
    "label": "c-label", "secondaryLabel": "c-secondaryLabel", "tertiaryLabel": "c-tertiaryLabel",
    "background": "c-background", "fill": "c-fill", "tint": "c-tint", "systemRed": "c-systemRed",
    "systemOrange": "c-systemOrange", "systemYellow": "c-systemYellow", "systemGreen": "c-systemGreen",
    "systemBlue": "c-systemBlue", "systemPurple": "c-systemPurple", "systemGray": "c-systemGray",
    "black": "c-black", "white": "c-white", "gray": "c-gray", "red": "c-red", "orange": "c-orange",
    "yellow": "c-yellow", "green": "c-green", "blue": "c-blue", "purple": "c-purple", "clear": "c-clear",
  ]
  static let backgrounds: [String: Markup.ClassName] = [
    "label": "b-label", "secondaryLabel": "b-secondaryLabel", "tertiaryLabel": "b-tertiaryLabel",
    "background": "b-background", "fill": "b-fill", "tint": "b-tint", "systemRed": "b-systemRed",
    "systemOrange": "b-systemOrange", "systemYellow": "b-systemYellow", "systemGreen": "b-systemGreen",
    "systemBlue": "b-systemBlue", "systemPurple": "b-systemPurple", "systemGray": "b-systemGray",
    "black": "b-black", "white": "b-white", "gray": "b-gray", "red": "b-red", "orange": "b-orange",
    "yellow": "b-yellow", "green": "b-green", "blue": "b-blue", "purple": "b-purple",
  ]
}
