import JSONText
import Testing

extension Browser {
  /// Presses the pointer on an element, moves it over another one, and releases it there.
  /// - Parameters:
  ///   - below: whether to release it in the lower half.
  ///   - pointer: `mouse`, `pen` or `touch`.
  func drag(
    _ element: Element, to target: Element, below: Bool = false, pointer: String = "mouse"
  ) async throws {
    let height = try await script("return arguments[0].getBoundingClientRect().height", [target.json])
    let offset = Int((height.numberValue?.intValue.map(Double.init) ?? 20) / 2) - 2
    try await perform(
      [
        Self.move(to: element), Self.press, Self.move(to: target, in: 100),
        Self.move(to: target, below: below ? offset : -offset, in: 50), Self.release,
      ], by: pointer)
  }

  /// Drags an item of the frame `Preview` before another one. The driver knows nothing of a frame that is scaled.
  /// - Parameter holding: how long the pointer rests before it moves, in milliseconds.
  func dragInPreview(_ item: String, before other: String, pointer: String, holding: Int) async throws {
    let moves = try await script(
      """
      const frame = document.querySelector('iframe[title=Preview]');
      const outer = frame.getBoundingClientRect();
      const scale = outer.width / frame.offsetWidth;
      return [[arguments[0], 0.5, 0], [arguments[1], 0.5, 100], [arguments[1], 0.1, 50]].map(([id, part, duration]) => {
        const { left, top, width, height } = frame.contentDocument.querySelector(`[data-item="${id}"]`).getBoundingClientRect();
        return { type: 'pointerMove', duration, origin: 'viewport',
          x: Math.round(outer.left + (frame.clientLeft + left + width / 2) * scale),
          y: Math.round(outer.top + (frame.clientTop + top + height * part) * scale) };
      });
      """, [.string(item), .string(other)]
    ).arrayValue
    let (first, others) = (try #require(moves?.first), moves?.dropFirst() ?? [])
    let rest: JSONValue = ["type": "pause", "duration": .number(JSONNumber(holding))]
    try await perform([first, Self.press, rest] + others + [Self.release], by: pointer)
  }

  /// Presses and releases the pointer on an element. A finger sends what a real one does: touch events, and then a click.
  func tap(_ element: Element, pointer: String) async throws {
    try await perform([Self.move(to: element), Self.press, Self.release], by: pointer)
  }

  func doubleClick(_ element: Element) async throws {
    try await perform(
      [Self.move(to: element), Self.press, Self.release, Self.press, Self.release], by: "mouse")
  }

  private static let press: JSONValue = ["type": "pointerDown", "button": 0]
  private static let release: JSONValue = ["type": "pointerUp", "button": 0]

  private static func move(to element: Element, below offset: Int = 0, in duration: Int = 0) -> JSONValue {
    [
      "type": "pointerMove", "duration": .number(JSONNumber(duration)), "x": 0,
      "y": .number(JSONNumber(offset)), "origin": element.json,
    ]
  }

  private func perform(_ actions: [JSONValue], by pointer: String) async throws {
    try await command(
      "POST", "/actions",
      [
        "actions": [
          [
            "type": "pointer", "id": .string(pointer), "parameters": ["pointerType": .string(pointer)],
            "actions": .array(actions),
          ]
        ]
      ])
  }
}
