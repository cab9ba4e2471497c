package import ScreenPreview

/// The style sheet of a report: the rules of previews, and rules for the pages around them.
package struct ReportStyleSheet {
  package let text: String

  package init(_ options: PreviewOptions) {
    text =
      PreviewStyleSheet(PreviewValues(width: options.width, text: options.text)).common + Self.rules
  }

  /// Sizes are in pixels, because the root element has the text size of the pictures.
  private static let rules = """
    html{--good:#1d7a35;--goodback:#e3f4e6;--bad:#b3001b;--badback:#fde8ea;--calm:#0040dd;--calmback:#e6edff;
    --warn:#7a4d00;--warnback:#fff0cc}
    html.dark{--good:#5fe07a;--goodback:#0f2c16;--bad:#ff8a84;--badback:#3a1114;--calm:#8ab4ff;--calmback:#10204a;
    --warn:#ffe0a3;--warnback:#3d2c00}
    .r-page{max-inline-size:1120px;margin-inline:auto;padding:32px 24px 64px;font-size:15px;line-height:22px}
    .r-page h1{margin:0 0 4px;font-size:28px;line-height:34px;letter-spacing:-.01em;overflow-wrap:anywhere}
    .r-page h2{margin:0 0 12px;font-size:20px;line-height:26px}
    .r-page h3{margin:0 0 8px;font-size:15px;line-height:22px;overflow-wrap:anywhere}
    .r-page a{color:var(--calm);text-underline-offset:2px}
    .r-page :is(a,.r-scroll,summary):focus-visible{outline:2px solid var(--calm);outline-offset:2px}
    .r-lead{margin:0;color:var(--secondary);overflow-wrap:anywhere}
    .light .r-lead,.light .r-quiet{color:#55555a}
    .r-back{margin:0 0 16px}
    .r-section{margin-block-start:32px;padding:20px;background:var(--page);border-radius:12px}
    .dark .r-section{background:#242426}
    .r-numbers{display:grid;grid-template-columns:repeat(auto-fit,minmax(160px,1fr));gap:12px;margin:24px 0 0;padding:0;
    list-style:none}
    .r-numbers li{padding:16px;border-radius:12px;background:var(--page)}
    .dark .r-numbers li{background:#242426}
    .r-numbers b{display:block;font-size:28px;line-height:34px;font-variant-numeric:tabular-nums}
    .r-numbers li.r-bad,.dark .r-numbers li.r-bad{background:var(--badback);color:var(--bad)}
    .r-scroll{overflow-x:auto}
    .r-scroll>table{min-inline-size:600px}
    .r-page table{inline-size:100%;border-collapse:collapse}
    .r-page th,.r-page td{padding:8px 12px;text-align:start;vertical-align:top;border-block-end:1px solid var(--line);
    overflow-wrap:anywhere}
    .r-page th{font-size:13px;line-height:18px;font-weight:600;white-space:nowrap}
    .r-page tr:last-child>*{border-block-end:0}
    .r-page code{font:13px/20px ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
    .r-mark{display:inline-block;padding:0 8px;border-radius:999px;font-size:13px;line-height:20px;font-weight:600;
    white-space:nowrap;color:var(--calm);background:var(--calmback)}
    .r-mark.r-added{color:var(--good);background:var(--goodback)}
    .r-mark.r-removed,.r-mark.r-bad{color:var(--bad);background:var(--badback)}
    .r-mark.r-warn{color:var(--warn);background:var(--warnback)}
    .r-list{margin:0;padding-inline-start:20px}
    .r-list li{margin-block:4px;overflow-wrap:anywhere}
    .r-list .r-list{margin-block:4px}
    .r-picture+.r-picture{margin-block-start:32px}
    .r-picture .compared{max-inline-size:none;border:1px solid var(--line);border-radius:8px;overflow:hidden}
    .r-picture .same summary{padding:8px 16px;font-size:13px;line-height:18px;color:var(--secondary);cursor:pointer;
    background:var(--grouped)}
    .light .r-picture .same summary{color:#55555a}
    .r-page .column-name{margin:0;font-size:13px;line-height:18px}
    .r-text+.r-text{margin-block-start:20px}
    .r-text th{inline-size:24%}
    .r-text td{inline-size:38%;white-space:pre-wrap}
    .r-text th code{font-weight:400}
    .r-page del{text-decoration:none;color:var(--bad);background:var(--badback)}
    .r-page ins{text-decoration:none;color:var(--good);background:var(--goodback)}
    .r-quiet{color:var(--secondary)}
    @media (forced-colors:active){.r-mark,.r-section,.r-numbers li{border:1px solid}.r-page del{text-decoration:
    line-through}.r-page ins{text-decoration:underline}}
    @media print{html{background:#fff}.r-section{break-inside:avoid;border:1px solid var(--line)}}

    """
}
