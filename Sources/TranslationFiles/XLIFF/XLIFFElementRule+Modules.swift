/// The modules of XLIFF 2.1 (§5), and the change tracking of XLIFF 2.0, which is an extension in 2.1.
extension XLIFFElementRule {
  private static let normalization = XLIFFValueForm.oneOf(["none", "nfc", "nfd"])

  static let modules: [String: XLIFFElementRule] = [
    // §5.1, translation candidates
    "mtc:matches": XLIFFElementRule([.some("mtc:match")]),
    "mtc:match": XLIFFElementRule(
      required: ["ref": .text],
      optional: [
        "id": .token, "matchQuality": .percent, "matchSuitability": .percent, "origin": .text,
        "reference": .yesNo,
        "similarity": .percent, "subType": .prefixed,
        "type": .oneOf(["am", "mt", "icm", "idm", "tb", "tm", "other"]), "xml:lang": .forbidden,
      ], attributesOf: nil,
      [.maybe("mda:metadata"), .maybe("originalData"), .one("source"), .one("target"), .any("*")]),
    // §5.2, glossary
    "gls:glossary": XLIFFElementRule([.some("gls:glossEntry")]),
    "gls:glossEntry": XLIFFElementRule(
      optional: ["id": .token, "ref": .text], attributesOf: nil,
      [.one("gls:term"), .any("gls:translation"), .maybe("gls:definition"), .any("*")]),
    "gls:term": XLIFFElementRule(optional: ["source": .text], attributesOf: nil, hasText: true),
    "gls:translation": XLIFFElementRule(
      optional: ["id": .token, "ref": .text, "source": .text], attributesOf: nil, hasText: true),
    "gls:definition": XLIFFElementRule(optional: ["source": .text], attributesOf: nil, hasText: true),
    // §5.4, metadata
    "mda:metadata": XLIFFElementRule(optional: ["id": .token], [.some("mda:metaGroup")]),
    "mda:metaGroup": XLIFFElementRule(
      optional: ["id": .token, "category": .text, "appliesTo": .oneOf(["source", "target", "ignorable"])],
      [.some("mda:meta", "mda:metaGroup")]),
    "mda:meta": XLIFFElementRule(required: ["type": .text], hasText: true),
    // §5.5, resource data
    "res:resourceData": XLIFFElementRule([.any("res:resourceItemRef"), .any("res:resourceItem")]),
    "res:resourceItemRef": XLIFFElementRule(
      required: ["ref": .token], optional: ["id": .token], attributesOf: nil),
    "res:resourceItem": XLIFFElementRule(
      optional: ["mimeType": .text, "id": .token, "context": .yesNo], attributesOf: nil,
      [.maybe("res:source"), .maybe("res:target"), .any("res:reference")]),
    "res:source": XLIFFElementRule(optional: ["href": .text], attributesOf: nil, [.any("*")]),
    "res:target": XLIFFElementRule(optional: ["href": .text], attributesOf: nil, [.any("*")]),
    "res:reference": XLIFFElementRule(required: ["href": .text], attributesOf: nil),
    // §5.6, change tracking
    "ctr:changeTrack": XLIFFElementRule([.some("ctr:revisions")]),
    "ctr:revisions": XLIFFElementRule(
      required: ["appliesTo": .token], optional: ["ref": .token, "currentVersion": .token], attributesOf: nil,
      [.some("ctr:revision")]),
    "ctr:revision": XLIFFElementRule(
      optional: ["author": .text, "datetime": .text, "version": .token], attributesOf: nil,
      [.some("ctr:item")]),
    "ctr:item": XLIFFElementRule(required: ["property": .text], attributesOf: nil, hasText: true),
    // §5.7, size and length restriction
    "slr:profiles": XLIFFElementRule(
      optional: ["generalProfile": .text, "storageProfile": .text], [.maybe("slr:normalization"), .any("*")]),
    "slr:normalization": XLIFFElementRule(optional: ["general": normalization, "storage": normalization]),
    "slr:data": XLIFFElementRule(required: ["profile": .text], attributesOf: nil, [.any("*")]),
    // §5.8, validation
    "val:validation": XLIFFElementRule(attributesOf: nil, [.some("val:rule")]),
    "val:rule": XLIFFElementRule(
      optional: [
        "isPresent": .text, "isNotPresent": .text, "startsWith": .text, "endsWith": .text,
        "occurs": .positive,
        "existsInSource": .yesNo, "caseSensitive": .yesNo, "normalization": normalization, "disabled": .yesNo,
      ], attributesOf: nil),
    // §5.9, ITS
    "its:locQualityIssues": XLIFFElementRule(
      required: ["xml:id": .token], optional: ["version": .text], [.some("its:locQualityIssue")]),
    "its:locQualityIssue": XLIFFElementRule(optional: own("its:locQualityIssue")),
    "its:provenanceRecords": XLIFFElementRule(
      required: ["xml:id": .token], optional: ["version": .text], [.some("its:provenanceRecord")]),
    "its:provenanceRecord": XLIFFElementRule(
      optional: own("its:org", "its:person", "its:rev", "its:tool")),
  ]

  /// The attributes with such a prefix, without that of their namespace.
  private static func own(_ prefixes: String...) -> [String: XLIFFValueForm] {
    var forms: [String: XLIFFValueForm] = ["version": .text]
    for (name, form) in attributes where prefixes.contains(where: name.hasPrefix) {
      forms[String(name.dropFirst(4))] = form
    }
    return forms
  }

  /// The attributes of modules that elements of the core have (§5.3, §5.7, §5.9).
  static let attributes: [String: XLIFFValueForm] = [
    "fs:fs": .oneOf(
      """
      a b bdo big blockquote body br button caption center cite code col colgroup dd del div dl dt em h1 h2 h3 h4 h5 \
      h6 head hr html i img label legend li ol p pre q s samp select small span strike strong sub sup table tbody td \
      tfoot th thead title tr tt u ul
      """.split(separator: " ").map(String.init)),
    "fs:subFs": .text,
    "slr:storageRestriction": .sizes, "slr:sizeRestriction": .sizes, "slr:equivStorage": .count,
    "slr:sizeInfo": .count, "slr:sizeInfoRef": .token,
    "itsm:domains": .text, "itsm:lang": .language,
    "its:version": .oneOf(["2.0"]), "its:allowedCharacters": .text, "its:annotatorsRef": .text,
    "its:localeFilterList": .text, "its:localeFilterType": .oneOf(["include", "exclude"]),
    "its:locQualityIssueComment": .text, "its:locQualityIssueEnabled": .yesNo,
    "its:locQualityIssueProfileRef": .text, "its:locQualityIssuesRef": .text,
    "its:locQualityIssueSeverity": .percent,
    "its:locQualityIssueType": .oneOf(
      """
      terminology mistranslation omission untranslated addition duplication inconsistency grammar legal register \
      locale-specific-content locale-violation style characters misspelling typographical formatting \
      inconsistent-entities numbers markup pattern-problem whitespace internationalization length non-conformance \
      uncategorized other
      """.split(separator: " ").map(String.init)),
    "its:locQualityRatingProfileRef": .text, "its:locQualityRatingScore": .percent,
    "its:locQualityRatingScoreThreshold": .percent,
    "its:locQualityRatingVote": .integer(Int(Int32.min)...Int(Int32.max)),
    "its:locQualityRatingVoteThreshold": .integer(Int(Int32.min)...Int(Int32.max)),
    "its:mtConfidence": .decimal(0...1), "its:org": .text, "its:orgRef": .text, "its:person": .text,
    "its:personRef": .text, "its:provenanceRecordsRef": .text, "its:revOrg": .text, "its:revOrgRef": .text,
    "its:revPerson": .text, "its:revPersonRef": .text, "its:revTool": .text, "its:revToolRef": .text,
    "its:taClassRef": .text, "its:taConfidence": .decimal(0...1), "its:taIdent": .text,
    "its:taIdentRef": .text,
    "its:taSource": .text, "its:termConfidence": .decimal(0...1), "its:tool": .text, "its:toolRef": .text,
  ]
}
