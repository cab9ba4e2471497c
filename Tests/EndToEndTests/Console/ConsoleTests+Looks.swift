import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// How the console looks: what covers what, lines, and the boxes of previews, plots and fields.
extension ConsoleTests {
  @Test(.bug(id: "F13"), arguments: [390, 1440])
  func `a message covers no button or field of a dialog, and not the row of Publish`(width: Int) async throws
  {
    try await run { server, browser in
      try await browser.setSize(width, 844)
      try await openScreen("list", browser, server)
      try await choose("To top", fromMenu: "Move three", browser)
      try await browser.click(button: "Review and publish")
      try await browser.wait(
        until:
          "return document.querySelector('dialog > [role=status]')?.textContent.includes('Not published yet') ?? false"
      )
      let covered = try await browser.script(
        """
        const message = document.querySelector('dialog > [role=status]').getBoundingClientRect();
        const publish = [...document.querySelectorAll('dialog footer button')].find((b) => b.textContent === 'Publish');
        const meets = (box) => box.top < message.bottom && box.bottom > message.top;
        const row = publish.getBoundingClientRect();
        // A field below the message has been scrolled away, so nothing of it is seen there.
        const controls = [...document.querySelectorAll('dialog :is(button, input, textarea, select, summary)')]
          .filter((control) => {
            const { left, width } = control.getBoundingClientRect();
            return width > 0 && meets(control.getBoundingClientRect())
              && control.contains(document.elementFromPoint(left + width / 2, (message.top + message.bottom) / 2));
          });
        return [message.height > 0, meets(row), message.bottom <= innerHeight, controls.map((c) => c.outerHTML)]
        """)
      #expect(covered == [true, false, true, []])
      // It stays, because a line that goes away would move the buttons.
      try await browser.click(button: "Publish")
      try await browser.waitForStatus("Published version 2")
    }
  }

  @Test func `a message moves above a row of buttons at the bottom of the window`() async throws {
    try await run { server, browser in
      try await browser.setSize(390, 300)
      try await openScreen("list", browser, server)
      let overlap = """
        const message = document.querySelector('body > .status').getBoundingClientRect();
        return message.height > 0 && [...document.querySelectorAll('main .toolbar')].every((bar) => {
          const box = bar.getBoundingClientRect();
          return box.bottom <= message.top || box.top >= message.bottom;
        })
        """
      // The row of Publish is where a message is at first; then it is scrolled, and the message gives way again.
      let isAtBottom = try await browser.script(
        "return document.querySelector('.editor-head .toolbar').getBoundingClientRect().bottom > innerHeight - 60"
      )
      #expect(isAtBottom == true)
      try await browser.press([Browser.Key.control, "s"])
      try await browser.waitForStatus("nothing to save")
      try await browser.wait(until: overlap)
      try await browser.script("scrollBy(0, 40)")
      try await browser.wait(until: overlap)
      try await browser.script("scrollTo(0, 0)")
      try await browser.wait(until: overlap)
    }
  }

  @Test func `no line follows a round corner`() async throws {
    try await run { server, browser in
      _ = try await server.admin("PUT", "/screens/list/draft", body: Self.list(["two", "one"]))
      for view in ["screens", "screens/list?item=one", "screens/settings", "experiments", "mock", "audit"] {
        try await browser.open(server.url + "/console/" + view)
        try await browser.wait(until: Self.isLoaded)
        // A corner is round between two lines, or between none.
        let curled = try await browser.script(
          """
          const width = (style, side) => parseFloat(style[`border${side}Width`]);
          return [...document.querySelectorAll('main *')].filter((element) => {
            const style = getComputedStyle(element);
            return element.checkVisibility() && [['Top', 'Left'], ['Top', 'Right'], ['Bottom', 'Left'], ['Bottom', 'Right']]
              .some(([one, other]) => parseFloat(style[`border${one}${other}Radius`]) > 0
                && ((width(style, one) > 0) !== (width(style, other) > 0) || style.boxShadow.includes('inset')));
          }).map((element) => element.cloneNode().outerHTML)
          """)
        #expect(curled == [], "\(view)")
      }
    }
  }

  @Test func `the outline of the chosen item has one width`() async throws {
    try await run { server, browser in
      try await browser.open(server.url + "/preview/list#item-two")
      try await browser.wait(until: "return document.querySelector('[data-item=two]:target') !== null")
      let lines = try await browser.script(
        """
        const cell = document.querySelector('[data-item=two]');
        const style = getComputedStyle(cell, '::after');
        const box = cell.getBoundingClientRect();
        // The line is above the content, and the line between two cells does not stand beside it.
        return [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth, style.zIndex,
          parseFloat(style.width) + 4 === box.width && parseFloat(style.height) + 4 === box.height,
          getComputedStyle(cell.nextElementSibling, '::before').display]
        """)
      #expect(lines == ["2px", "2px", "2px", "2px", "1", true, "none"])
    }
  }

  @Test func `what did not change stands at the same height on both sides of a comparison`() async throws {
    func screen(_ price: String) -> String {
      #"{"items":[{"id":"soup","viewType":"TWO_LINE_TEXT","content":{"text1":"Soup","text2":"\#(price)"}}]}"#
    }
    try folder.write(screen("8000"), to: "screens/soup.json")
    try await run { server, browser in
      try await server.put(
        "soup", screen(String(repeating: "8500 won with rice and side dishes, ", count: 6)))
      try await browser.open(server.url + "/preview/soup?version=1&compare=2")
      let tops = try await browser.script(
        """
        return [...document.querySelectorAll('[data-item=soup]')].map((cell) =>
          [...cell.querySelectorAll('*')].find((part) => part.textContent === 'Soup' && part.children.length === 0)
            .getBoundingClientRect().top)
        """)
      let found = try #require(tops.arrayValue)
      #expect(found.count == 2)
      #expect(Set(found.map(\.text)).count == 1, "\(tops)")
    }
  }

  @Test(.bug(id: "F14"), arguments: [390, 1024, 1440])
  func `a preview has the width that it asks for, and is scaled into its place`(window: Int) async throws {
    try await run { server, browser in
      try await browser.setSize(window, 900)
      let frames = [
        "view-types/ONE_LINE_TEXT": (".sample", 390),
        "screens/home/history?show=pictures": (".pictures", 390), "screens/list": (".preview-pane", 390),
      ]
      for (view, (holder, width)) in frames {
        if view == "screens/list", window < 1440 { continue }
        try await browser.open(server.url + "/console/" + view)
        try await browser.wait(
          until: "return document.querySelectorAll(arguments[0] + ' iframe').length > 0", .string(holder))
        try await browser.wait(
          until: """
            return [...document.querySelectorAll(arguments[0] + ' iframe')].every((frame) => {
              const { left, right } = frame.getBoundingClientRect();
              const place = frame.parentElement.getBoundingClientRect();
              return frame.clientWidth === arguments[1] && left >= place.left && right <= place.right + 0.01;
            })
            """, .string(holder), .number(JSONNumber(width)))
      }
    }
  }

  @Test(arguments: [390, 1440])
  func `the plot of an experiment fills its panel, with each label in the line of its band`(width: Int)
    async throws
  {
    try await run { server, browser in
      for user in 1...40 { _ = try await server.get("/screens/home?user=\(user)") }
      try await browser.setSize(width, 900)
      try await browser.open(server.url + "/console/experiments/home-price-first")
      _ = try await browser.element(".plot-band")
      let plot = try await browser.script(
        """
        const box = (element) => element.getBoundingClientRect();
        const middle = (element) => (box(element).top + box(element).bottom) / 2;
        const rows = document.querySelector('.plot-rows');
        const labels = [...document.querySelectorAll('.plot-label')];
        const bands = [...document.querySelectorAll('.plot-band')];
        const panel = getComputedStyle(rows.closest('.panel'));
        const inner = rows.closest('.panel').clientWidth - parseFloat(panel.paddingLeft) - parseFloat(panel.paddingRight);
        return [labels.map((label) => label.textContent),
          labels.every((label, index) => Math.abs(middle(label) - middle(bands[index])) < 1),
          Math.abs(box(rows).width - inner) < 1]
        """)
      #expect(plot == [["control", "price-first"], true, true])
    }
  }

  @Test(arguments: [1024, 1440]) func `a label of two lines moves no field down`(width: Int) async throws {
    try await run { server, browser in
      try await browser.setSize(width, 900)
      try await browser.open(server.url + "/console/mock")
      _ = try await browser.element(".chaos-form select")
      // Fields in a row begin at one height, however long their labels are.
      let rows = try await browser.script(
        """
        const fields = [...document.querySelectorAll('.chaos-form .field')];
        fields[0].querySelector('label').textContent = 'A label that is much longer than the others beside it';
        const box = (element) => element.getBoundingClientRect();
        const tops = Map.groupBy(fields, (field) => box(field).top);
        return [box(fields[0].querySelector('label')).height > 30, [...tops.values()].every((row) =>
          new Set(row.map((field) => box(field.querySelector('input, select')).top)).size === 1)]
        """)
      #expect(rows == [true, true])
    }
  }

  @Test func `a failed view offers to try again with a button of its size`() async throws {
    try await run(allowsErrors: true) { _, browser in
      for view in [
        "Change sets", "View types", "Experiments", "Releases", "Requests", "Mock", "Tokens", "Audit",
        "Screens",
      ] {
        try await browser.script(
          "window.fetch0 ??= window.fetch; window.fetch = () => Promise.reject(new TypeError('unreachable'))")
        try await browser.click(try await browser.element(role: "link", view))
        let button = try await browser.element(role: "button", "Try again")
        let width = try await browser.script(
          "return arguments[0].getBoundingClientRect().width", [button.json])
        let pixels = try #require(Double(width.text), "\(view): the width is \(width.text)")
        #expect(pixels < 160, "\(view): \(pixels) px")
        try await browser.script("window.fetch = window.fetch0")
        try await browser.click(button)
        try await browser.wait(until: "return document.querySelector('main .message.error') === null")
      }
    }
  }

  /// Whether a view shows all of what it loads.
  static let isLoaded =
    "return document.querySelector('main h1') !== null && document.querySelector('main[aria-busy]') === null && document.querySelector('main progress') === null"
}
