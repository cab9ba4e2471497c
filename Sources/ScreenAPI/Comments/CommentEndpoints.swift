import AdminModel
import HTTPWire
import JSONText
import Screens

/// Comments on the items of a screen: `/admin/screens/{route}/comments`. In a change set, those of the set.
enum CommentEndpoints {
  static let all: [Endpoint] = [list, add, resolve]

  static let list = Endpoint(
    .get, "/admin/screens/{route}/comments", "listComments", .comments,
    "The comments on the items of a screen, oldest first", access: .token(.edit, admitsGuests: true),
    reading: .route, .commentReader, responses: [.json("The comments", CommentList.self)],
    problems: .existingScreen, validation: .entityTag
  ) { (api, route, reader) throws(ScreensError) in
    .json(CommentList(try api.publisher.comments.thread(of: route, for: reader)))
  }

  static let add = Endpoint(
    .post, "/admin/screens/{route}/comments", "addComment", .comments,
    "Adds a comment on an item, or on a text of it", access: .token(.edit, admitsGuests: true),
    effect: .stores, reading: .route, .commentReader, .author, .precondition,
    .body(
      .named(
        "NewComment",
        .closedObject(
          .required("item", .string, "The id of an item of the draft or the current version."),
          .optional(
            "at", .pointer(maximumLength: ScreenComment.maximumPointerLength),
            "The place in the content of the item; the whole item by default."),
          .required(
            "text", .string(pattern: "\\S", maximumLength: ScreenComment.maximumTextLength), "Plain text."))),
      "The comment."),
    responses: [.json(201, "The comment", Comment.self)], problems: .commentChange
  ) { (api, route, reader, author, precondition, body) throws(ScreensError) in
    let comments = api.publisher.comments
    let comment = try comments.add(try NewComment(body), on: route, by: author, reader) {
      (thread) throws(ScreensError) in try precondition.require(CommentList(thread).jsonValue)
    }
    return .json(
      Comment(comment, itemExists: try comments.thread(of: route, for: reader).hasItem(of: comment)), 201)
  }

  static let resolve = Endpoint(
    .post, "/admin/screens/{route}/comments/{id}/resolve", "resolveComment", .comments,
    "Marks a comment as done; it stays in the list", access: .token(.edit, admitsGuests: true),
    effect: .stores, reading: .route, .id(of: "a comment"), .commentReader, .author, .precondition,
    responses: [.json("The comment", Comment.self)], problems: .commentChange + [.unknownComment]
  ) { (api, route, id, reader, author, precondition) throws(ScreensError) in
    let comments = api.publisher.comments
    let comment = try comments.resolve(id, of: route, by: author, reader) { (thread) throws(ScreensError) in
      try precondition.require(CommentList(thread).jsonValue)
    }
    return .json(
      Comment(comment, itemExists: try comments.thread(of: route, for: reader).hasItem(of: comment)))
  }
}

extension [ProblemType] {
  fileprivate static let commentChange: [ProblemType] =
    .existingScreen + [.unknownChangeSet, .changeSetPublished]
}

extension Parameter where Value == CommentService.Reader {
  fileprivate static var commentReader: Self {
    Parameter([]) { _, arguments, _ in arguments.bearer?.isGuest ?? true ? .guest : .member }
  }
}

extension CommentList {
  fileprivate init(_ thread: CommentThread) {
    self.init(comments: thread.comments.map { Comment($0, itemExists: thread.hasItem(of: $0)) })
  }
}

extension Comment {
  fileprivate init(_ comment: ScreenComment, itemExists: Bool) {
    self.init(
      id: comment.number, item: comment.item, at: comment.pointer, text: comment.text, by: comment.by,
      createdAt: Timestamp.text(comment.createdAt), itemExists: itemExists,
      resolvedAt: comment.resolution.map { Timestamp.text($0.at) }, resolvedBy: comment.resolution?.by)
  }
}
