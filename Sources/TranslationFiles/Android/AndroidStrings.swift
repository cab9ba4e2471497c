import JSONText
import XMLText

/// A `strings.xml`: one language, which the name of its folder says.
enum AndroidStrings {
  /// With a target language its translations, without one the sources.
  static func written(_ file: TranslationFile) -> WrittenTranslations {
    var xml = XMLWriter()
    xml.line(0, "<resources>")
    for unit in file.units {
      guard let text = file.targetLanguage == nil ? unit.source : unit.target else { continue }
      let name = XMLWriter.attribute("name", ResourceName.encoded(unit.id))
      xml.line(1, "<string\(name)>\(XMLWriter.escaped(AndroidText.escaped(text)))</string>")
    }
    xml.line(0, "</resources>")
    return WrittenTranslations(bytes: xml.bytes)
  }

  static func read(_ bytes: [UInt8], language: String?) throws(TranslationFileError) -> LanguageFile {
    let strings: [XMLElement]
    do throws(XMLSyntaxError) { strings = try elements(of: bytes) } catch {
      throw TranslationFileError(error)
    }
    var file = LanguageFile(language: language)
    var positions: [ExactString: SourcePosition] = [:]
    for string in strings where string.attribute("translatable") != "false" {
      guard let name = string.attribute("name") else {
        throw TranslationFileError(string.position, "<\(string.name)> has no name", hint: "add name=\"…\"")
      }
      let id = ResourceName.decoded(name)
      guard string.name == "string", (string.attribute("product") ?? "default") == "default" else {
        file.leftOut.append(LeftOutUnit(id: id, reason: "it has variations"))
        continue
      }
      if let first = positions.updateValue(string.position, forKey: ExactString(name)) {
        throw TranslationFileError(
          string.position, "the string \(quoted(name)) is repeated (first at \(first.line):\(first.column))",
          hint: "remove one of them")
      }
      guard !string.text.hasPrefix("@string/"), !string.text.hasPrefix("@android:") else {
        file.leftOut.append(LeftOutUnit(id: id, reason: "it is a reference to another resource"))
        continue
      }
      guard let text = AndroidText.text(of: string) else {
        throw TranslationFileError(
          string.position, "the text has a malformed escape", hint: "write a \"\\\" as \\\\")
      }
      guard text.utf8.count <= TranslationFile.maximumTextBytes else {
        throw TranslationFileError(
          string.position, "the text is longer than \(TranslationFile.maximumTextBytes >> 10) KiB",
          hint: "shorten it")
      }
      file.entries.append(LanguageFile.Entry(id: id, text: text))
    }
    return file
  }

  /// The resources that are texts.
  private static func elements(of bytes: [UInt8]) throws(XMLSyntaxError) -> [XMLElement] {
    var xml = try XMLReader(bytes)
    var elements: [XMLElement] = []
    while let event = try xml.next() {
      guard case .start(let element) = event, element.name != "resources" else { continue }
      guard ["string", "plurals", "string-array"].contains(element.name) else {
        try xml.skip()
        continue
      }
      guard elements.count < TranslationFile.maximumUnits else {
        throw XMLSyntaxError(
          position: element.position, message: "there are more than \(TranslationFile.maximumUnits) strings",
          hint: "split the file")
      }
      elements.append(try xml.tree(of: element))
    }
    return elements
  }
}
