import JSONText

extension DocumentKind {
  /// A comment on an item, by its place and number.
  package static let comment = DocumentKind(
    "comment", noun: "comment",
    Contents(
      all: { state in
        var documents: [String: JSONValue] = [:]
        for (place, comments) in state.comments {
          for (number, comment) in comments { documents[place.documentName(of: number)] = comment.json }
        }
        return documents
      },
      document: { state, name in
        ScreenComment.Place.parse(documentName: name).flatMap { state.comments[$0.place]?[$0.number]?.json }
      },
      read: { name, json, state in
        guard let (place, number) = ScreenComment.Place.parse(documentName: name) else {
          throw UnreadableDocument("its name is not valid")
        }
        guard let comment = ScreenComment(number: number, json) else {
          throw UnreadableDocument("it has no item, text, author or time")
        }
        state.comments[place, default: [:]][number] = comment
      },
      remove: { name, state in
        guard let (place, number) = ScreenComment.Place.parse(documentName: name) else { return }
        state.comments[place]?[number] = nil
        if state.comments[place]?.isEmpty ?? false { state.comments[place] = nil }
      }))
}
