/// The binary properties of ECMA-262 table 70 that Swift's standard library supports.
enum BinaryProperty: Sendable {
  case asciiHexDigit, alphabetic, bidiControl, bidiMirrored, caseIgnorable, cased
  case changesWhenCaseFolded, changesWhenCaseMapped, changesWhenLowercased, changesWhenNFKCCaseFolded
  case changesWhenTitlecased, changesWhenUppercased, dash, defaultIgnorable, deprecated, diacritic
  case emoji, emojiModifier, emojiModifierBase, emojiPresentation, extender, graphemeBase, graphemeExtend
  case hexDigit, idsBinaryOperator, idsTrinaryOperator, idContinue, idStart, ideographic, joinControl
  case logicalOrderException, lowercase, math, noncharacter, patternSyntax, patternWhitespace, quotationMark
  case radical, regionalIndicator, sentenceTerminal, softDotted, unifiedIdeograph, uppercase
  case variationSelector, whitespace, xidContinue, xidStart

  /// - Parameter name: the long or the short name.
  init?(name: String) {
    switch name {
    case "ASCII_Hex_Digit", "AHex": self = .asciiHexDigit
    case "Alphabetic", "Alpha": self = .alphabetic
    case "Bidi_Control", "Bidi_C": self = .bidiControl
    case "Bidi_Mirrored", "Bidi_M": self = .bidiMirrored
    case "Case_Ignorable", "CI": self = .caseIgnorable
    case "Cased": self = .cased
    case "Changes_When_Casefolded", "CWCF": self = .changesWhenCaseFolded
    case "Changes_When_Casemapped", "CWCM": self = .changesWhenCaseMapped
    case "Changes_When_Lowercased", "CWL": self = .changesWhenLowercased
    case "Changes_When_NFKC_Casefolded", "CWKCF": self = .changesWhenNFKCCaseFolded
    case "Changes_When_Titlecased", "CWT": self = .changesWhenTitlecased
    case "Changes_When_Uppercased", "CWU": self = .changesWhenUppercased
    case "Dash": self = .dash
    case "Default_Ignorable_Code_Point", "DI": self = .defaultIgnorable
    case "Deprecated", "Dep": self = .deprecated
    case "Diacritic", "Dia": self = .diacritic
    case "Emoji": self = .emoji
    case "Emoji_Modifier", "EMod": self = .emojiModifier
    case "Emoji_Modifier_Base", "EBase": self = .emojiModifierBase
    case "Emoji_Presentation", "EPres": self = .emojiPresentation
    case "Extender", "Ext": self = .extender
    case "Grapheme_Base", "Gr_Base": self = .graphemeBase
    case "Grapheme_Extend", "Gr_Ext": self = .graphemeExtend
    case "Hex_Digit", "Hex": self = .hexDigit
    case "IDS_Binary_Operator", "IDSB": self = .idsBinaryOperator
    case "IDS_Trinary_Operator", "IDST": self = .idsTrinaryOperator
    case "ID_Continue", "IDC": self = .idContinue
    case "ID_Start", "IDS": self = .idStart
    case "Ideographic", "Ideo": self = .ideographic
    case "Join_Control", "Join_C": self = .joinControl
    case "Logical_Order_Exception", "LOE": self = .logicalOrderException
    case "Lowercase", "Lower": self = .lowercase
    case "Math": self = .math
    case "Noncharacter_Code_Point", "NChar": self = .noncharacter
    case "Pattern_Syntax", "Pat_Syn": self = .patternSyntax
    case "Pattern_White_Space", "Pat_WS": self = .patternWhitespace
    case "Quotation_Mark", "QMark": self = .quotationMark
    case "Radical": self = .radical
    case "Regional_Indicator", "RI": self = .regionalIndicator
    case "Sentence_Terminal", "STerm": self = .sentenceTerminal
    case "Soft_Dotted", "SD": self = .softDotted
    case "Unified_Ideograph", "UIdeo": self = .unifiedIdeograph
    case "Uppercase", "Upper": self = .uppercase
    case "Variation_Selector", "VS": self = .variationSelector
    case "White_Space", "space": self = .whitespace
    case "XID_Continue", "XIDC": self = .xidContinue
    case "XID_Start", "XIDS": self = .xidStart
    default: return nil
    }
  }

  func holds(of scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return switch self {
    case .asciiHexDigit: properties.isASCIIHexDigit
    case .alphabetic: properties.isAlphabetic
    case .bidiControl: properties.isBidiControl
    case .bidiMirrored: properties.isBidiMirrored
    case .caseIgnorable: properties.isCaseIgnorable
    case .cased: properties.isCased
    case .changesWhenCaseFolded: properties.changesWhenCaseFolded
    case .changesWhenCaseMapped: properties.changesWhenCaseMapped
    case .changesWhenLowercased: properties.changesWhenLowercased
    case .changesWhenNFKCCaseFolded: properties.changesWhenNFKCCaseFolded
    case .changesWhenTitlecased: properties.changesWhenTitlecased
    case .changesWhenUppercased: properties.changesWhenUppercased
    case .dash: properties.isDash
    case .defaultIgnorable: properties.isDefaultIgnorableCodePoint
    case .deprecated: properties.isDeprecated
    case .diacritic: properties.isDiacritic
    case .emoji: properties.isEmoji
    case .emojiModifier: properties.isEmojiModifier
    case .emojiModifierBase: properties.isEmojiModifierBase
    case .emojiPresentation: properties.isEmojiPresentation
    case .extender: properties.isExtender
    case .graphemeBase: properties.isGraphemeBase
    case .graphemeExtend: properties.isGraphemeExtend
    case .hexDigit: properties.isHexDigit
    case .idsBinaryOperator: properties.isIDSBinaryOperator
    case .idsTrinaryOperator: properties.isIDSTrinaryOperator
    case .idContinue: properties.isIDContinue
    case .idStart: properties.isIDStart
    case .ideographic: properties.isIdeographic
    case .joinControl: properties.isJoinControl
    case .logicalOrderException: properties.isLogicalOrderException
    case .lowercase: properties.isLowercase
    case .math: properties.isMath
    case .noncharacter: properties.isNoncharacterCodePoint
    case .patternSyntax: properties.isPatternSyntax
    case .patternWhitespace: properties.isPatternWhitespace
    case .quotationMark: properties.isQuotationMark
    case .radical: properties.isRadical
    case .regionalIndicator: (0x1F1E6...0x1F1FF).contains(scalar.value)
    case .sentenceTerminal: properties.isSentenceTerminal
    case .softDotted: properties.isSoftDotted
    case .unifiedIdeograph: properties.isUnifiedIdeograph
    case .uppercase: properties.isUppercase
    case .variationSelector: properties.isVariationSelector
    case .whitespace: properties.isWhitespace
    case .xidContinue: properties.isXIDContinue
    case .xidStart: properties.isXIDStart
    }
  }
}
