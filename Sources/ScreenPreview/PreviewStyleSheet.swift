/// The style sheet of previews: the metrics, text styles and colours of UIKit, as classes.
package struct PreviewStyleSheet: Sendable {
  package let values: PreviewValues

  package init(_ values: PreviewValues) { self.values = values }

  package var text: String { common + colors }

  /// The part that does not depend on the colours of the content.
  package var common: String {
    Self.fixed + ":root{font-size:calc(16px*\(values.text)/100)}"
      + ".device{inline-size:\(values.width)px}.compared{inline-size:\(values.width * 2 + 1)px}"
  }

  /// The colours of the content.
  var colors: String {
    values.colors.map { color in
      ".c\(color.digits){color:#\(color.digits)}.b\(color.digits){background:#\(color.digits)}"
    }.joined()
  }

  /// The part that is the same for all previews.
  ///
  /// Text sizes are in rem, so that they follow the text size of the device, as Dynamic Type does; lengths are in
  /// pixels, one for each point. Where UIKit's colours for text have less contrast than WCAG 2.2 asks for (4.5 : 1),
  /// these are UIKit's colours for increased contrast. A fixed background also sets a colour that can be read on it, in
  /// both themes; the colour of a node, which comes later, has precedence over it. An image that cannot be loaded has no
  /// content of its own, so its `::after` is shown: a neutral box with the name of the file.
  private static let fixed: String = {
    var text = base
    for style in textStyles {
      text += ".t-\(style.name){font-size:\(style.size)rem;line-height:\(style.height)rem}"
    }
    for size in 1...200 {
      text += ".s\(size){font-size:calc(\(size)rem/16);line-height:1.25}"
    }
    for lines in 1...20 {
      text += ".lines\(lines){-webkit-line-clamp:\(lines)}"
    }
    return text
  }()

  /// The text styles with font size and line height at the default size, in rem of 16 points (Human Interface
  /// Guidelines, Typography).
  private static let textStyles: [(name: String, size: String, height: String)] = [
    ("largeTitle", "2.125", "2.5625"), ("title1", "1.75", "2.125"), ("title2", "1.375", "1.75"),
    ("title3", "1.25", "1.5625"), ("headline", "1.0625", "1.375"), ("body", "1.0625", "1.375"),
    ("callout", "1", "1.3125"), ("subheadline", "0.9375", "1.25"), ("footnote", "0.8125", "1.125"),
    ("caption1", "0.75", "1"), ("caption2", "0.6875", "0.8125"),
  ]

  private static let base = """
    *{box-sizing:border-box}
    html{--label:#000;--secondary:#6c6c70;--tertiary:#6c6c70;--page:#fff;--cell:#fff;--grouped:#f2f2f7;--fill:#e9e9eb;
    --line:#c6c6c8;--tint:#0040dd;--sred:#d70015;--sorange:#c93400;--syellow:#8a5a00;--sgreen:#1d7a35;--sblue:#0040dd;
    --spurple:#8944ab;--sgray:#6c6c70;--canvas:#e5e5ea;--note:#5b3a00;--noteback:#fff0cc;background:var(--canvas);
    color:var(--label);font-family:-apple-system,"SF Pro Text",system-ui,"Segoe UI",Roboto,"Noto Sans","Noto Sans CJK KR",
    sans-serif;-webkit-text-size-adjust:100%}
    html.dark{--label:#fff;--secondary:#98989f;--tertiary:#98989f;--page:#000;--cell:#000;--grouped:#000;--fill:#2c2c2e;
    --line:#38383a;--tint:#409cff;--sred:#ff6961;--sorange:#ffb340;--syellow:#ffd426;--sgreen:#30db5b;--sblue:#409cff;
    --spurple:#da8fff;--sgray:#aeaeb2;--canvas:#1c1c1e;--note:#ffe0a3;--noteback:#3d2c00}
    body{margin:0}
    .about{margin:0;padding:8px 12px;font-size:13px;line-height:18px;color:var(--secondary);background:var(--grouped);
    border-block-end:1px solid var(--line);text-align:center;overflow-wrap:anywhere}
    .light .about,.light .column-name{color:#55555a}
    .device{max-inline-size:100%;margin-inline:auto;min-block-size:calc(100vh - 36px);background:var(--page)}
    .grouped{background:var(--grouped)}
    .dark .grouped{--cell:#1c1c1e}
    .bar{margin:0;padding:11px 16px;font-size:1.0625rem;line-height:1.375rem;font-weight:600;text-align:center;
    border-block-end:1px solid var(--line);overflow-wrap:anywhere}
    .header{margin:0;padding:24px 32px 7px;font-size:.8125rem;line-height:1.125rem;font-weight:400;color:var(--secondary);
    text-transform:uppercase;overflow-wrap:anywhere}
    .footer{margin:0;padding:7px 32px 0;font-size:.8125rem;line-height:1.125rem;color:var(--secondary);
    overflow-wrap:anywhere}
    .cells{list-style:none;margin:0;padding:0;background:var(--cell)}
    .grouped .cells{margin-inline:16px;border-radius:10px;overflow:hidden}
    .grouped section:first-of-type:not(:has(.header)) .cells{margin-block-start:16px}
    .grouped section+section:not(:has(.header)) .cells{margin-block-start:24px}
    .grouped{padding-block-end:24px}
    .cell{position:relative;min-block-size:44px;display:flex;flex-direction:column;justify-content:center}
    .cell+.cell::before{content:"";position:absolute;inset-block-start:0;inset-inline:16px 0;
    border-block-start:1px solid var(--line)}
    .inner{display:flex;flex-direction:column}
    .cell:target::after{content:"";position:absolute;inset:0;z-index:1;border:2px solid var(--tint);pointer-events:none}
    .cell:target+.cell::before{display:none}
    [data-item]:focus{outline:none}
    .note{margin:0;padding:4px 16px;font-size:12px;line-height:16px;color:var(--note);background:var(--noteback);
    overflow-wrap:anywhere}
    header>.note{text-align:center}
    .links{display:flex;flex-wrap:wrap;justify-content:center;gap:0 16px;margin:0;padding:0;list-style:none}
    .links a{display:inline-block;padding:4px 0;color:inherit}
    .placeholder,.unfinished .name{color:var(--tertiary);font-style:italic}
    .unfinished .reason{margin:0;padding:0 16px 8px;font-size:12px;line-height:16px;color:var(--secondary);
    overflow-wrap:anywhere}
    .absent{color:var(--secondary)}
    .absent p{margin:0;padding:11px 16px;font-size:13px;line-height:18px;border:1px dashed var(--line);
    overflow-wrap:anywhere}
    .column,.row{display:flex;min-inline-size:0;max-inline-size:100%}
    .column{flex-direction:column}
    .row{flex-direction:row}
    .wrap{flex-wrap:wrap}
    .grow{flex:1 1 0}
    .gap-small{gap:2px}.gap-medium{gap:8px}.gap-large{gap:16px}
    .row.gap-small{gap:6px}.row.gap-medium{gap:12px}
    .pad-small{padding:4px}.pad-medium{padding:8px}.pad-large{padding:16px}.pad-cell{padding:11px 16px}
    .align-start{align-items:flex-start}.align-center{align-items:center}.align-end{align-items:flex-end}
    .align-stretch{align-items:stretch}.align-baseline{align-items:baseline}
    .justify-start{justify-content:flex-start}.justify-center{justify-content:center}
    .justify-end{justify-content:flex-end}.justify-between{justify-content:space-between}
    .text{margin:0;min-inline-size:0;max-inline-size:100%;overflow-wrap:anywhere;white-space:pre-wrap}
    .text-start{text-align:start}.text-center{text-align:center}.text-end{text-align:end}
    .t-headline,.w-semibold{font-weight:600}
    .w-regular{font-weight:400}.w-medium{font-weight:500}.w-bold,.d-bold{font-weight:700}
    .d-italic{font-style:italic}.d-underline{text-decoration:underline}.d-strike{text-decoration:line-through}
    .d-underline.d-strike{text-decoration:underline line-through}
    .clamp{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden}
    .image{position:relative;display:grid;place-items:center;overflow:hidden;background:var(--fill);color:var(--label);
    max-inline-size:100%;flex:none}
    .image>*{grid-area:1/1}
    .image .name,.image img{font-size:11px;line-height:14px;text-align:center}
    .image .name{padding:2px 4px;max-inline-size:100%;overflow-wrap:anywhere}
    .image.tiny .name{position:absolute;inline-size:1px;block-size:1px;clip-path:inset(50%)}
    .image svg{max-inline-size:100%;block-size:auto}
    .image img{position:absolute;inset:0;inline-size:100%;block-size:100%;object-fit:cover;background:var(--cell)}
    .image img::after{content:attr(alt);position:absolute;inset:0;display:grid;place-items:center;padding:2px 4px;
    background:var(--fill);color:var(--label);overflow:hidden;overflow-wrap:anywhere}
    .image.tiny img::after{content:""}
    .image.fit img{object-fit:contain}
    .image.full{inline-size:100%}
    .a-square{aspect-ratio:1}.a-photo{aspect-ratio:4/3}.a-video{aspect-ratio:16/9}.a-wide{aspect-ratio:2/1}
    .inline{display:inline-grid;vertical-align:middle}
    .shape-rounded{border-radius:8px}.shape-capsule{border-radius:999px}.shape-circle{border-radius:50%}
    .badge{display:inline-flex;align-items:center;gap:4px;padding:2px 8px;border-radius:999px;background:var(--fill);
    color:var(--label);font-size:.75rem;line-height:1rem;font-weight:500;max-inline-size:100%;overflow-wrap:anywhere}
    .divider{block-size:1px;border:0;margin:0;background:var(--line);inline-size:100%}
    .b-label{background:var(--label)}.b-secondaryLabel{background:var(--secondary)}
    .b-tertiaryLabel{background:var(--tertiary)}.b-background{background:var(--page)}.b-fill{background:var(--fill)}
    .b-tint{background:var(--tint);color:#fff}.b-systemRed{background:var(--sred)}.b-systemOrange{background:var(--sorange)}
    .b-systemYellow{background:var(--syellow)}.b-systemGreen{background:var(--sgreen)}
    .b-systemBlue{background:var(--sblue)}.b-systemPurple{background:var(--spurple)}.b-systemGray{background:var(--sgray)}
    .b-black{background:#000;color:#fff;--label:#fff;--secondary:#98989f;--tertiary:#98989f;--fill:#2c2c2e;--line:#38383a;
    --tint:#409cff;--cell:#000}
    .b-white{background:#fff;color:#000;--label:#000;--secondary:#6c6c70;--tertiary:#6c6c70;--fill:#e9e9eb;--line:#c6c6c8;
    --tint:#0040dd;--cell:#fff}
    .b-gray,.b-red,.b-orange,.b-yellow,.b-green{color:#000}.b-blue,.b-purple{color:#fff}
    .b-gray{background:#808080}.b-red{background:#f00}.b-orange{background:#ff8000}.b-yellow{background:#ff0}
    .b-green{background:#0f0}.b-blue{background:#00f}.b-purple{background:#800080}
    .c-label{color:var(--label)}.c-secondaryLabel{color:var(--secondary)}.c-tertiaryLabel{color:var(--tertiary)}
    .c-background{color:var(--page)}.c-fill{color:var(--fill)}.c-tint{color:var(--tint)}.c-systemRed{color:var(--sred)}
    .c-systemOrange{color:var(--sorange)}.c-systemYellow{color:var(--syellow)}.c-systemGreen{color:var(--sgreen)}
    .c-systemBlue{color:var(--sblue)}.c-systemPurple{color:var(--spurple)}.c-systemGray{color:var(--sgray)}
    .c-black{color:#000}.c-white{color:#fff}.c-gray{color:#808080}.c-red{color:#f00}.c-orange{color:#ff8000}
    .c-yellow{color:#ff0}.c-green{color:#0f0}.c-blue{color:#00f}.c-purple{color:#800080}.c-clear{color:transparent}
    .compared{max-inline-size:100%;margin-inline:auto;background:var(--page)}
    .pairs{display:grid;gap:1px;background:var(--line);border-block-end:1px solid var(--line);margin:0;padding:0;
    list-style:none}
    .pair{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1px;background:var(--line)}
    .side{position:relative;background:var(--cell);min-inline-size:0;display:flex;flex-direction:column;
    min-block-size:44px}
    .side.empty{background:var(--grouped)}
    .side .cell::before{display:none}
    .column-name{margin:0;padding:8px 16px;font-size:15px;line-height:20px;background:var(--grouped);font-weight:600;
    color:var(--label)}
    .side.changed::after{content:"";position:absolute;inset-block:0;inset-inline-start:0;inline-size:4px;
    background:var(--tint);pointer-events:none}
    @media (forced-colors:active){.image,.badge,.note,.absent p{border:1px solid}}

    """
}
