import Testing
import TranslationFiles

/// What XLIFF 2.1 forbids, each with the message that says so. Units begin at 3:1.
@Suite struct XLIFFConstraintTests {
  private static let part = "<segment><source>s</source></segment>"

  @Test(arguments: [
    // The table: elements, their order, number and text.
    (
      "<notes><note>n</note></notes>",
      "3:1: <notes> is not allowed here in <file>; move it before the first <unit> or <group>"
    ),
    ("<unit id='v'><segment><x:e/></segment></unit>", "3:23: <x:e> is not allowed in <segment>; remove it"),
    ("<unit id='v'><notes/>\(part)</unit>", "3:14: <notes> has no <note>; add it"),
    ("<unit id='v'><ignorable><target/></ignorable></unit>", "3:14: <ignorable> has no <source>; add it"),
    ("<group id='g'><notes><note/></notes><notes/></group>", "3:37: there is a second <notes>; remove it"),
    ("<unit id='v'>text\(part)</unit>", "3:1: <unit> contains a text; remove what is between its elements"),
    (
      "<unit id='v'><l:validation><l:rules/></l:validation>\(part)</unit>",
      "3:28: XLIFF 2.1 has no element <l:rules>; correct its name"
    ),
    (
      "<unit id='v'><d:metadata><d:metaGroup><d:meta type='t'/></d:metaGroup></d:metadata><d:metadata/>\(part)</unit>",
      "3:84: <unit> has a second <d:metadata>; join them"
    ),
    // The table: attributes and the forms of their values.
    ("<group/>", "3:1: <group> has no attribute id; add id=\"…\""),
    (
      "<group id='a b'/>",
      #"3:1: the id "a b" is malformed; expected letters, digits, ".", "-", "_" and ":" only"#
    ),
    ("<group id='g' translate='true'/>", #"3:1: the translate "true" is not known; expected yes or no"#),
    ("<group id='g' type='t'/>", #"3:1: the type "t" is malformed; expected PREFIX:VALUE"#),
    (
      "<group id='g' xml:lang='e'/>",
      #"3:1: the xml:lang "e" is malformed; expected a BCP 47 tag such as en-GB"#
    ),
    (
      "<group id='g'><notes><note priority='11'/></notes></group>",
      #"3:22: the priority "11" is malformed; expected a whole number from 1 to 10"#
    ),
    (
      "<unit id='v'><ignorable x:a=''><source/></ignorable></unit>",
      "3:14: the attribute x:a is not allowed on <ignorable>; expected id"
    ),
    (
      "<group id='g' f:fs='script'/>",
      #"3:1: the f:fs "script" is not known; expected a value that XLIFF 2.1 lists for it"#
    ),
    (
      "<group id='g' f:style='b'/>",
      "3:1: the attribute f:style is not allowed on <group>; expected canResegment, id, name, srcDir, translate, trgDir, type or xml:space"
    ),
    (
      "<unit id='v'><m:matches><m:match ref='#a' similarity='101'/></m:matches>\(part)</unit>",
      #"3:25: the similarity "101" is malformed; expected a number from 0 to 100"#
    ),
    (
      "<unit id='v'><m:matches><m:match ref='#a' xml:lang='en'/></m:matches>\(part)</unit>",
      "3:25: the attribute xml:lang is not allowed on <m:match>; expected id, matchQuality, matchSuitability, origin, ref, reference, similarity, subType or type"
    ),
    // Ids.
    (
      "<group id='g'/><group id='g'/>",
      #"3:16: the group "g" is repeated (first at 3:1); give each group of a <file> its own id"#
    ),
    (
      "<group id='g'><notes><note id='n'/><note id='n'/></notes></group>",
      #"3:36: the note "n" is repeated (first at 3:22); give each note of a <group> its own id"#
    ),
    (
      "<group id='g'><x:e id='n'/><x:e xml:id='n'/></group>",
      #"3:28: the element of urn:x "n" is repeated (first at 3:15); give each element of urn:x of a <group> its own id"#
    ),
    // References that units resolve at the end of the file.
    (
      "<unit id='v'><segment><source><ph id='1' subFlows='u w'/></source></segment></unit>",
      #"3:31: subFlows names no unit of the <file>: "w"; correct it, or add the <unit>"#
    ),
    // Attributes that belong together.
    (
      "<unit id='v'><segment subState='a:b'><source/></segment></unit>",
      "3:14: <segment> has subState, but no state; add state"
    ),
    ("<group id='g' f:subFs='a,b'/>", "3:1: <group> has fs:subFs, but no fs:fs; add fs:fs"),
    (
      "<unit id='v'><segment><source><ph id='1' type='fmt' subType='xlf:var'/></source></segment></unit>",
      #"3:31: the subType "xlf:var" does not belong to this type; expected type="ui""#
    ),
    (
      "<unit id='v'><segment><source><ph id='1' canReorder='no' canCopy='no'/></source></segment></unit>",
      #"3:31: <ph> has canReorder="no", but not canDelete="no"; add canDelete="no""#
    ),
    (
      "<unit id='v'><segment><source><ec startRef='1' f:fs='b'/></source></segment></unit>",
      "3:31: <ec> has fs:fs, but is not isolated; write fs:fs on its <sc>"
    ),
    (
      "<group id='g' s:sizeInfo='1' s:sizeInfoRef='a'/>",
      "3:1: <group> has both sizeInfo and sizeInfoRef; remove one of them"
    ),
    (
      "<group id='g' s:sizeInfoRef='a'/>",
      #"3:1: sizeInfoRef names nothing in an <slr:data> beside or above: "a"; correct it, or add the <slr:data>"#
    ),
    (
      "<group id='g'><l:validation><l:rule/></l:validation></group>",
      "3:29: <l:rule> does not have exactly one rule; expected isPresent, isNotPresent, startsWith or endsWith, or an attribute of another namespace"
    ),
    (
      "<group id='g'><l:validation><l:rule isNotPresent='a' existsInSource='yes'/></l:validation></group>",
      "3:29: existsInSource is used without isPresent, startsWith or endsWith; remove it"
    ),
    (
      "<group id='g'><l:validation><l:rule endsWith='a' occurs='1'/></l:validation></group>",
      "3:29: occurs is used without isPresent; remove it"
    ),
    (
      "<unit id='v'><g:glossary><g:glossEntry><g:term>t</g:term></g:glossEntry></g:glossary>\(part)</unit>",
      "3:26: <g:glossEntry> has neither a translation nor a definition; add one of them"
    ),
    (
      "<group id='g'><s:profiles storageProfile='xliff:utf8'/><group id='h' s:storageRestriction='1,2,3'/></group>",
      #"3:56: the s:storageRestriction "1,2,3" is malformed; expected "*", MAXIMUM, "MINIMUM,MAXIMUM" or "MINIMUM,*""#
    ),
    // Languages.
    (
      "<group id='g' xml:lang='de'><unit id='v'>\(part)</unit></group>",
      #"3:51: the language of this <source> is "de"; expected "en", the srcLang of <xliff>"#
    ),
  ])
  func `Refuses what a file cannot have`(content: String, message: String) {
    expect(message, of: "<unit id='u'>\(Self.part)</unit>\n\(content)")
  }

  /// The source begins at 3:1, the target at 4:1.
  @Test(
    arguments: [
      // Ids.
      (
        "<ph id='s'/>", nil,
        #"3:9: the id "s" of this <ph> is that of the <segment> at 2:99; give it its own, or in a <target> that of its element in the <source>"#
      ),
      (
        "<ph id='1'/>", "<pc id='1'/>",
        #"4:9: the id "1" of this <pc> is that of the <ph> at 3:9; give it its own, or in a <target> that of its element in the <source>"#
      ),
      (
        "<ph id='1'/>", "<ph id='1'/><ph id='1'/>",
        #"4:21: the id "1" of this <ph> is that of the <ph> at 4:9; give it its own, or in a <target> that of its element in the <source>"#
      ),
      // Pairs.
      (
        "<ec startRef='1'/><sc id='1'/>", nil,
        #"3:9: startRef names no <sc> before this <ec>: "1"; correct it"#
      ),
      (
        "<sc id='1'/>", nil,
        #"3:9: <sc> has no <ec> after it; add <ec startRef="1"/>, or isolated="yes" if it is in another <unit>"#
      ),
      (
        "<sc id='1'/><ec startRef='1'/><ec startRef='1'/>", nil,
        #"3:39: the <sc> "1" has a second end; remove it"#
      ),
      (
        "<sc id='1' isolated='yes'/><ec startRef='1'/>", nil,
        #"3:36: startRef names no <sc> before this <ec>: "1"; expected an <sc> that is not isolated"#
      ),
      (
        "<ec id='1'/>", nil,
        #"3:9: the <ec> has an id, or no startRef; write startRef alone, or isolated="yes" if its <sc> is in another <unit>"#
      ),
      (
        "<ec startRef='1' isolated='yes'/>", nil,
        "3:9: the isolated <ec> has a startRef, or no id; replace startRef by an id"
      ),
      (
        "<sc id='1' canCopy='no'/><ec startRef='1'/>", nil,
        #"3:34: canCopy of this <ec> is not that of its <sc>; expected canCopy="no""#
      ),
      ("<sm id='1'/>", nil, #"3:9: <sm> has no <em> after it; add <em startRef="1"/>"#),
      ("<em startRef='1'/>", nil, #"3:9: startRef names no <sm> before this <em>: "1"; correct it"#),
      (
        "<sc id='1'/><ec startRef='1'/>", "<sc id='1'/>",
        #"4:9: <sc> has no <ec> after it; add <ec startRef="1"/>, or isolated="yes" if it is in another <unit>"#
      ),
      // Editing hints.
      (
        "<ph id='1'/><ph id='2' canReorder='no' canCopy='no' canDelete='no'/>", nil,
        #"3:21: <ph> has canReorder="no", but continues no sequence; write canReorder="firstNo" on the first code of the sequence, and keep its codes together"#
      ),
      (
        "<pc id='1' canReorder='firstNo' canCopy='no' canDelete='no'><ph id='2' canReorder='no' canCopy='no' canDelete='no'/></pc>",
        "<pc id='1' canReorder='firstNo' canCopy='no' canDelete='no'/><ph id='2' canReorder='no' canCopy='no' canDelete='no'/>",
        #"4:70: <ph> has canReorder="no", but was moved; put it where the <source> has it"#
      ),
      (
        "<ph id='1' canDelete='no'/>", "t",
        #"4:1: <target> lacks a code that cannot be deleted: <ph> "1"; add it where it belongs in the text"#
      ),
      ("<ph id='1' copyOf='2'/>", nil, #"3:9: copyOf names no code of the unit: "2"; correct it"#),
      (
        "<ph id='1' canCopy='no'/><ph id='2' copyOf='1'/>", nil,
        #"3:34: the code "1" cannot be copied; remove the copy"#
      ),
      (
        "<ph id='1'/><ph id='2' copyOf='1' dataRef='d'/>", nil,
        "3:21: <ph> has both copyOf and dataRef; remove one of them"
      ),
      // Annotations and references.
      (
        "<mrk id='1' type='note'/>", nil,
        #"3:9: the type "note" is not known; expected generic, comment, term or PREFIX:VALUE"#
      ),
      ("<mrk id='1' type='comment'/>", nil, "3:9: the comment has neither value nor ref; write one of them"),
      (
        "<mrk id='1' type='comment' ref='#n=m'/>", nil,
        ##"3:9: the ref of the comment names no note of its unit: "#n=m"; expected "#n=ID""##
      ),
      (
        "<mrk id='1' type='comment' ref='#f=f/n=n'/>", nil,
        ##"3:9: the ref of the comment names no note of its unit: "#f=f/n=n"; expected "#n=ID""##
      ),
      (
        "<mrk id='1' type='term' ref='#u=u/f=f/1'/>", nil,
        ##"3:9: the ref "#u=u/f=f/1" is malformed: the prefixes f, g and u are repeated, or in another order; expected a fragment such as "#f=ID/u=ID/n=ID" or "#ID""##
      ),
      (
        "<mrk id='1' type='term' ref='#1/s'/>", nil,
        ##"3:9: the ref "#1/s" is malformed: "s" follows the part that names an element; expected a fragment such as "#f=ID/u=ID/n=ID" or "#ID""##
      ),
      (
        "<mrk id='1' type='term' ref='#z=1'/>", nil,
        ##"3:9: the ref "#z=1" is malformed: XLIFF 2.1 has no prefix "z"; expected a fragment such as "#f=ID/u=ID/n=ID" or "#ID""##
      ),
      ("<cp hex='0041'/>", nil, "3:9: <cp> stands for a character that XML allows; write the character"),
      ("<cp hex='zz'/>", nil, #"3:9: the hex "zz" is malformed; expected hexadecimal digits, such as 0001"#),
    ] as [(String, String?, String)])
  func `Refuses what a unit cannot have`(source: String, target: String?, message: String) {
    let target = target.map { "\n<target>\($0)</target>" } ?? ""
    expect(
      message,
      of: """
        <unit id='u'><notes><note id='n'/></notes><originalData><data id='d'/></originalData><segment id='s'>
        <source>\(source)</source>\(target)</segment></unit>
        """)
  }

  /// The module begins at 3:1.
  @Test(arguments: [
    (
      "<m:matches><m:match ref='s'><source/><target/></m:match></m:matches>",
      ##"3:12: the ref "s" is malformed: it does not begin with "#"; expected a fragment such as "#f=ID/u=ID/n=ID" or "#ID""##
    ),
    (
      "<m:matches><m:match ref='#u'><source/><target/></m:match></m:matches>",
      ##"3:12: ref names no text of the unit: "#u"; expected "#ID" with the id of a <segment> or inline element"##
    ),
    (
      "<g:glossary><g:glossEntry ref='#a'><g:term/><g:definition/></g:glossEntry></g:glossary>",
      ##"3:13: ref names no text of the unit: "#a"; expected "#ID" with the id of a <segment> or inline element"##
    ),
    (
      "<c:changeTrack><c:revisions appliesTo='note' ref='m'><c:revision><c:item property='content'/></c:revision></c:revisions></c:changeTrack>",
      #"3:16: ref names no element of the unit: "m"; correct it"#
    ),
    (
      "<c:changeTrack><c:revisions appliesTo='note' ref='n'><c:revision><c:item property='priority'/></c:revision></c:revisions></c:changeTrack>",
      #"3:66: <note> has no attribute "priority"; expected content, or an attribute of <note>"#
    ),
    (
      "<r:resourceData><r:resourceItem><r:source href='a' xml:lang='de'/></r:resourceItem></r:resourceData>",
      #"3:33: the language of this <r:source> is "de"; expected "en", the srcLang of <xliff>"#
    ),
    (
      "<r:resourceData><r:resourceItem><r:source/></r:resourceItem></r:resourceData>",
      #"3:33: <r:source> has neither content nor href; add href="…""#
    ),
  ])
  func `Refuses references and values of modules`(module: String, message: String) {
    expect(
      message,
      of: """
        <unit id='u'>
        \(module)<notes><note id='n'/></notes><segment id='s'><source/></segment></unit>
        """)
  }

  /// What tools write although XLIFF 2.1 does not have it, and what only looks wrong.
  @Test(arguments: [
    // translate-toolkit
    "<segment xml:space='preserve'><source>s</source><target>t</target><notes><note>n</note></notes></segment>",
    // A target for each part, one after the other.
    "<segment><source><sc id='1'/></source><target><sc id='1'/></target></segment><segment><source><ec startRef='1'/></source></segment>",
    // The end of a code before its start, until the order of the targets is applied.
    """
    <segment><source><sc id='1'/></source><target order='2'><ec startRef='1'/></target></segment>
    <segment><source><ec startRef='1'/></source><target order='1'><sc id='1'/></target></segment>
    """,
    "<segment><source><pc id='1'>a</pc></source><target><sc id='1'/>a<ec startRef='1'/></target></segment>",
    "<segment><source><ph id='1' canDelete='no'/></source><target/></segment>",
    "<segment><source><mrk id='1' type='x:y' ref='#f=f/my=e'>a</mrk></source></segment>",
    "<segment><source xml:space='preserve'>s</source><target>t</target></segment>",
  ])
  func `Reads what tools write`(content: String) {
    expect(nil, of: "<unit id='u'>\(content)</unit>")
  }

  private func expect(_ message: String?, of content: String) {
    let text = """
      <xliff version='2.1' srcLang='en' trgLang='ko' xmlns='urn:oasis:names:tc:xliff:document:2.0' xmlns:x='urn:x' \
      \(Self.modules)>
      <file id='f'>\(content)</file></xliff>
      """
    do throws(TranslationFileError) {
      _ = try TranslationFile.read(Array(text.utf8), as: .xliff21)
      #expect(message == nil)
    } catch {
      #expect(error.description == message)
    }
  }

  private static let modules = [
    ("c", "changetracking"), ("d", "metadata"), ("f", "fs"), ("g", "glossary"), ("l", "validation"),
    ("m", "matches"), ("r", "resourcedata"), ("s", "sizerestriction"),
  ].map { "xmlns:\($0)='urn:oasis:names:tc:xliff:\($1):2.0'" }.joined(separator: " ")
}
