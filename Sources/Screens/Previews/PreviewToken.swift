/// The style tokens of preview templates. Each is a class of the preview's style sheet.
package enum PreviewToken {
  package static let spaces = ["none", "small", "medium", "large", "cell"]
  package static let alignments = ["start", "center", "end", "stretch", "baseline"]
  package static let distributions = ["start", "center", "end", "between"]
  package static let textAlignments = ["start", "center", "end"]
  package static let shapes = ["rectangle", "rounded", "capsule", "circle"]
  package static let aspects = ["square", "photo", "video", "wide"]
  package static let fits = ["fill", "fit"]
  package static let weights = ["regular", "medium", "semibold", "bold"]
  package static let decorations = ["bold", "italic", "underline", "strike"]

  /// The text styles of UIKit (`UIFont.TextStyle`).
  package static let textStyles = [
    "largeTitle", "title1", "title2", "title3", "headline", "body", "callout", "subheadline", "footnote",
    "caption1", "caption2",
  ]

  /// The semantic colours of UIKit (`UIColor`), which differ in light and dark, and fixed ones.
  package static let colors = [
    "label", "secondaryLabel", "tertiaryLabel", "background", "fill", "tint", "systemRed", "systemOrange",
    "systemYellow", "systemGreen", "systemBlue", "systemPurple", "systemGray", "black", "white", "gray",
    "red",
    "orange", "yellow", "green", "blue", "purple", "clear",
  ]

  /// The sizes of texts, in points.
  package static let textSizes = 1...200
  /// The sizes of images, in points.
  package static let imageSizes = 0...10_000
  package static let lines = 1...20
}
